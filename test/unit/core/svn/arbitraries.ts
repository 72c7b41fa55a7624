import fc from "fast-check";
import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import { defaultSettings } from "../../../../src/core/svn/settings.ts";

const path = fc.constantFrom("/trunk", "/tags", "/branches/x", "/a b", "/ü");
const email = fc.constantFrom("a@example.com", "b@example.com", "c@example.com");
const line = fc.constantFrom("[/]", "* = r", "@members = rw", "", "# note", "[groups]", "x = jane");

const notification = fc
  .record({
    path,
    emails: fc.uniqueArray(email),
    users: fc.uniqueArray(fc.integer({ min: 101, max: 104 })),
    user_groups: fc.uniqueArray(fc.constantFrom("101_3", "101_4", "152")),
  })
  .filter(({ emails, users, user_groups }) => emails.length + users.length + user_groups.length > 0);

/** Settings as the service could have them, small enough that two of them have much in common. */
export const anySettings: fc.Arbitrary<SvnSettings> = fc.record({
  commit_rules: fc.record({
    is_reference_mandatory: fc.boolean(),
    is_commit_message_change_allowed: fc.boolean(),
  }),
  immutable_tags: fc.record({ paths: fc.uniqueArray(path), whitelist: fc.uniqueArray(path) }),
  access_file: fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n").trim()),
  email_notifications: fc.uniqueArray(notification, { selector: (each) => each.path, maxLength: 3 }),
  has_default_permissions: fc.boolean(),
});

/** Settings with some members other than the service's defaults. */
export function settings(members: Partial<SvnSettings> = {}): SvnSettings {
  return { ...defaultSettings, ...members };
}
