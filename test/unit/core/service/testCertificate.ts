/**
 * A key pair made for these tests, of no use elsewhere: a certificate that signs itself, valid for a hundred years, for
 * `localhost`, `127.0.0.1` and `service.test`.
 */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIByzCCAXGgAwIBAgIUIHrcyysMXvOv9X90h/4BhQ8tAXgwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwaQXJ0aWZhY3QgRGVzayB0ZXN0IGZpeHR1cmUwIBcNMjYxMTIx
MDEzODQxWhgPMjEyNjEwMjgwMTM4NDFaMCUxIzAhBgNVBAMMGkFydGlmYWN0IERl
c2sgdGVzdCBmaXh0dXJlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGlpZdhYV
//5WfLGrswmMc8eCjPVE44P0F7ESbsxAqSpJ9pQsu13i1GJOCi0EHe29prUJbRV6
yph/G/sfO5SXQaN9MHswHQYDVR0OBBYEFD1Tqqxli3l82WVmsmomMKR5tz0JMB8G
A1UdIwQYMBaAFD1Tqqxli3l82WVmsmomMKR5tz0JMA8GA1UdEwEB/wQFMAMBAf8w
KAYDVR0RBCEwH4IJbG9jYWxob3N0ggxzZXJ2aWNlLnRlc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgOv9bOgTSftNla2RCLCPEg58iqhjpF5erEBlMXmMK6xgCIQDQ
0VVmvaCTZzAi5OqtjMCTGF0GGjk9Ieghn+EvvTMjFg==
-----END CERTIFICATE-----
`;

export const testPrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5Ix1vlor8LTVFj3+
KX8jnXfnOLVXS8fAw93iZUqO5KGhRANCAAQaWll2FhX//lZ8sauzCYxzx4KM9UTj
g/QXsRJuzECpKkn2lCy7XeLUYk4KLQQd7b2mtQltFXrKmH8b+x87lJdB
-----END PRIVATE KEY-----
`;
