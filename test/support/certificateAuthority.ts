import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP, isIPv4 } from "node:net";

/** What a TLS server shows and proves. As PEM. */
export interface ServerCredentials {
  readonly key: string;
  readonly cert: string;
}

/**
 * A private certificate authority, made for one run of the tests: it signs certificates of servers with names or
 * addresses.
 */
export class CertificateAuthority {
  readonly #name: string;
  readonly #key: KeyObject;
  /** As PEM: what a machine that trusts it has installed. */
  readonly certificate: string;

  constructor(name = "Artifact Desk test authority") {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#name = name;
    this.#key = privateKey;
    this.certificate = certificate(name, publicKey, name, privateKey, [
      extension("2.5.29.19", sequence(boolean(true)), true),
    ]);
  }

  issue(...hosts: readonly string[]): ServerCredentials {
    return this.#issue(hosts);
  }

  /** As `issue`, with a serial number of the caller's choice: not zero, at most 20 bytes. */
  issueNumbered(serial: Buffer, ...hosts: readonly string[]): ServerCredentials {
    return this.#issue(hosts, { serial });
  }

  /** As `issue`, valid from the first day of the year `from` to the last of `to`. */
  issueFor(from: number, to: number, ...hosts: readonly string[]): ServerCredentials {
    return this.#issue(hosts, { from, to });
  }

  #issue(hosts: readonly string[], more: Validity & { readonly serial?: Buffer } = {}): ServerCredentials {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const names = hosts.map((host) =>
      isIP(host) === 0 ? der(0x82, Buffer.from(host, "latin1")) : der(0x87, addressBytes(host)),
    );
    const extensions = [extension("2.5.29.17", sequence(...names))];
    const cert = certificate(hosts[0] ?? "", publicKey, this.#name, this.#key, extensions, more);
    return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert };
  }
}

/** The first and the last year; by default those before and after this one. */
interface Validity {
  readonly from?: number;
  readonly to?: number;
}

// X.509 (RFC 5280) in DER, as little of it as a handshake needs.

function certificate(
  subject: string,
  publicKey: KeyObject,
  issuer: string,
  issuerKey: KeyObject,
  extensions: readonly Buffer[],
  { serial = randomBytes(8), from, to }: Validity & { readonly serial?: Buffer } = {},
): string {
  const algorithm = sequence(oid("1.2.840.10045.4.3.2")); // ecdsa-with-SHA256
  const year = new Date().getUTCFullYear();
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(serial),
    algorithm,
    name(issuer),
    sequence(time(`${from ?? year - 1}0101000000Z`), time(`${to ?? year + 1}1231235959Z`)),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signed = sequence(
    body,
    algorithm,
    bitString(sign("sha256", body, createPrivateKey(issuerKey.export({ type: "pkcs8", format: "pem" })))),
  );
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), der(0x04, value));
}

function name(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid("2.5.4.3"), der(0x0c, Buffer.from(commonName)))));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = rest.flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) {
      digits.unshift((left & 0x7f) | 0x80);
    }
    return digits;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) {
    return Buffer.from(address.split(".").map(Number));
  }
  const [head = "", tail = ""] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function boolean(value: boolean): Buffer {
  return der(0x01, Buffer.from([value ? 0xff : 0]));
}

/** Positive: a leading zero keeps the sign out of the first bit, and is an error where the first bit is none. */
function integer(bytes: Buffer): Buffer {
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return der(0x02, Buffer.concat([Buffer.from((significant[0] ?? 0) & 0x80 ? [0] : []), significant]));
}

function bitString(bytes: Buffer): Buffer {
  return der(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

function time(text: string): Buffer {
  return der(0x18, Buffer.from(text));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
