"""What others say of a skill's content: signatures, read and verified from bytes."""
