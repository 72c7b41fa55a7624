export const readBeforePassingOn = "Read what the diagnostics say about you and your service before you pass them on.";
