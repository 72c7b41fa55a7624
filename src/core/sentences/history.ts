/** Where the end of a history cannot be found. */
export const historyNotCounted =
  "The service does not tell how many versions the artifact has, so its history cannot be shown. Open the artifact in the browser instead.";

/** The value of a field that the service works out. */
export const computedByService = "computed";
