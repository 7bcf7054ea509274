"""The generated parts of the contract and of other files that follow from it or from the registries."""
