import { t } from "@vscode/l10n";

/** What is wrong with the certificate of a service, or with what answers in its place, and the way out of it. */
interface CertificateWords {
  readonly reason: string;
  readonly nextStep: string;
}

/** By the name of the failure, as OpenSSL and Node give it. */
export function certificateWords(code: string | undefined): CertificateWords {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return {
        reason: t("its certificate has expired."),
        nextStep: t("Whoever runs the service has to renew it. If that was done, check the clock of this machine."),
      };
    case "CERT_NOT_YET_VALID":
      return {
        reason: t("its certificate is not valid yet."),
        nextStep: t("Check the clock of this machine. If it is right, whoever runs the service has to replace it."),
      };
    case "CERT_REVOKED":
      return {
        reason: t("its certificate was revoked."),
        nextStep: t("Somebody else may answer in its place. Ask whoever runs the service."),
      };
    case "ERR_TLS_CERT_ALTNAME_INVALID":
    case "HOSTNAME_MISMATCH":
      return {
        reason: t("the certificate is that of another host."),
        nextStep: t(
          "Check the address of the connection: it has to name the host as its certificate does. A network that asks to sign in may answer in its place, too.",
        ),
      };
    default:
      return isUnknownAuthority(code)
        ? {
            reason: t("its certificate is not trusted."),
            nextStep: t("If your company has certificates of its own, they must be installed on this machine."),
          }
        : isOtherProtocol(code)
          ? {
              reason: t("what answers there does not speak TLS, or no version of it that can be used."),
              nextStep: t("Check the address of the connection and its port, and the proxy."),
            }
          : {
              reason: t("its certificate cannot be used."),
              nextStep: t("Ask whoever runs the service."),
            };
  }
}

function isUnknownAuthority(code: string | undefined): boolean {
  return code === undefined || /^(DEPTH_ZERO_)?SELF_SIGNED_|^UNABLE_TO_|^CERT_UNTRUSTED$|^INVALID_CA$/.test(code);
}

function isOtherProtocol(code = ""): boolean {
  return /^(EPROTO$|ERR_SSL_|ERR_TLS_HANDSHAKE|ERR_TLS_INVALID_PROTOCOL|UND_ERR_PRX_TLS$)/.test(code);
}
