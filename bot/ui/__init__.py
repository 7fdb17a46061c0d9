"""What people see on Discord: messages with boards and buttons, and the way from a click to a use-case."""
