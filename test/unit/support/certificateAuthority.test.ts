import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { suite, test } from "mocha";
import { CertificateAuthority } from "../../support/certificateAuthority.ts";

suite("The certificate authority of the tests", () => {
  for (const serial of ["0102030405060708", "00017f", "0080ff", "7f01", "80ff"]) {
    test(`numbers a certificate ${serial}`, () => {
      const { cert } = new CertificateAuthority().issueNumbered(Buffer.from(serial, "hex"), "localhost");
      assert.equal(new X509Certificate(cert).serialNumber, serial.replace(/^(00)+/, "").toUpperCase());
    });
  }
});
