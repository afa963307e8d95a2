"""What shapes a build beside its skills: configuration, theme, profiles, dates, the baseline."""
