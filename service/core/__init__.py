"""The door to the C core: rules, weights and networks as it reads them, questions to it, players in it."""
