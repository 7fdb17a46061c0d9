"""What people see on Discord: messages with boards and buttons, and the way from a tap to a use-case."""
