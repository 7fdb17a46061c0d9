"""`/block`: whose challenges a person does not take."""
