/** No page of a service has a longer address: one that comes from elsewhere and has more characters is none. */
export const maxAddressLength = 2000;
