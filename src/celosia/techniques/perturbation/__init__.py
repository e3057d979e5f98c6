"""Values changed by chance, swapped or averaged."""
