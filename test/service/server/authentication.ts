import type { ServiceClock } from "../state/clock.ts";
import type { User } from "../state/model.ts";
import type { State } from "../state/state.ts";
import { RestError } from "./answer.ts";

/** Sent with every 401, with its unbalanced quotes. */
export const challenge =
  'Basic realm="Restricted Tuleap API Token realm="Restricted Tuleap API" AccessKey realm="Restricted Tuleap API" Bearer realm="Restricted Tuleap API"';

const keyPattern = /^tlp-k1-(\d+)\.(([0-9a-fA-F]{2})+)$/;

export interface Authenticated {
  readonly user: User;
  readonly keyId: number;
}

/** Who the credentials of a request belong to: undefined without any, a 401 or 403 for bad ones. */
export function authenticate(
  headers: Readonly<Record<string, string | undefined>>,
  state: State,
  clock: ServiceClock,
): Authenticated | undefined {
  const text = headers["x-auth-accesskey"];
  if (text === undefined) {
    refuseOtherCredentials(headers);
    return undefined;
  }
  if (!keyPattern.test(text)) {
    throw unauthorized("Key or token incorrectly formatted");
  }
  const key = state.keys.find((each) => each.text === text);
  const isUsable =
    key &&
    !key.isRevoked &&
    (key.expiresOn === undefined || key.expiresOn > clock.nowSeconds()) &&
    key.scopes.includes("write:rest");
  const user = key ? state.users.get(key.userId) : undefined;
  if (!isUsable || !user) {
    throw unauthorized("Invalid access key");
  }
  key.lastUsedOn = clock.nowSeconds();
  if (user.status !== "active" && user.status !== "restricted") {
    const word = { suspended: "Suspended", pending: "Pending", deleted: "Deleted" }[user.status];
    throw RestError.of(403, `Account ${word}`);
  }
  return { user, keyId: key.id };
}

function refuseOtherCredentials(headers: Readonly<Record<string, string | undefined>>): void {
  const authorization = headers.authorization ?? "";
  if (/^bearer /i.test(authorization)) {
    throw unauthorized("Invalid OAuth2 access token");
  }
  if (headers["x-auth-token"] !== undefined) {
    throw unauthorized("Invalid Token");
  }
  if (/^basic /i.test(authorization)) {
    throw unauthorized("Basic Authentication Required");
  }
}

export function unauthorized(detail?: string): RestError {
  return RestError.of(401, detail, { "WWW-Authenticate": challenge });
}
