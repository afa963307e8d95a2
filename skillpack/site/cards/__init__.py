"""Pictures that unfold where somebody pastes the address of a page: what they say, and how they are drawn."""
