import { z } from 'zod';
import { Email, FileId, Id, Instant, Line } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';

export const Captcha = z.object({ xxs: Line(64), captcha: Line(16) }).partial();

/** Codes in a set of recovery codes. */
export const RECOVERY_CODES = 10;
/** A code of the authenticator app, or a recovery code with its separators. */
const FactorCode = z.string().max(30);

/**
 * Login payload (specification, point 3). `eid` identifies the browser; `totp` is required if the account has a second factor: the code of
 * the app, or a recovery code.
 */
export const LoginBody = z.strictObject({
  // Trimmed and lower-cased by the browser and by this schema (specification, point 5).
  account: z.string().trim().toLowerCase().min(1).max(254),
  passwd: z.string().min(1).max(200),
  eid: z.string().max(64).optional(),
  totp: FactorCode.optional(),
  ...Captcha.shape,
});
export type LoginBody = z.infer<typeof LoginBody>;
export const LoginAnswer = z.object({ token: z.string(), loginEnvId: z.string() });
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** GET /v0/captcha/: the picture, and the id that the client sends back as `xxs`. */
export const CaptchaAnswer = z.object({ xxs: z.string(), svg: z.string() });

/** GET /v0/auth/stat: the user info. */
export const UserInfo = z.object({
  id: Id,
  account: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  privileges: z.array(z.string()),
  loginIp: z.string(),
  subId: Id.nullable(),
  subName: z.string().nullable(),
  avatar: z.string(),
  type: z.int(),
  merchantId: Id.nullable(),
  merchantName: z.string().nullable(),
  locale: z.enum(LOCALES).nullable(),
  totp: z.boolean(),
  /** Recovery codes that are left. 0 without a second factor. */
  recoveryCodes: z.int(),
  /** A new address that has not been confirmed yet. */
  pendingAccount: z.string().nullable(),
  sample: z.boolean(),
  webVersion: z.string(),
  unfinishedTasks: z.int().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  idleAt: Instant,
});
export type UserInfo = z.infer<typeof UserInfo>;

export const ChangePasswordBody = z.strictObject({ passwd: z.string().max(200), newPasswd: z.string().max(200) });
export const ClientInfoBody = z.strictObject({ login: Line(254), envId: Line(64) });
export const ResetRequestBody = z.strictObject({ email: Email, ...Captcha.shape });
/**
 * The specification sends "the same body". The mailed secret and the new password are required in addition; otherwise anyone could reset
 * any account.
 */
export const ResetCompleteBody = z.strictObject({
  email: Email,
  secret: z.string().min(20).max(100),
  passwd: z.string().max(200),
  ...Captcha.shape,
});

export const SessionRow = z.object({
  id: Id,
  ip: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  seenAt: Instant,
  current: z.boolean(),
});
export const ProfileBody = z.strictObject({
  name: Line(100, 1).optional(),
  locale: z.enum(LOCALES).nullable().optional(),
  avatar: FileId.nullable().optional(),
});

/** Proof that the owner changes the second factor. `code` is of the current factor, required if one is set up. */
export const FactorProofBody = z.strictObject({ passwd: z.string().max(200), code: FactorCode.optional() });
export const FactorOffer = z.object({ secret: z.string(), uri: z.string() });
export const ConfirmFactorBody = z.strictObject({ code: z.string().max(10) });
/** A new set of recovery codes. They are shown once; the server stores only their hashes. */
export const RecoveryCodesAnswer = z.object({ codes: z.array(z.string()) });
/** Removes the second factor of another user. The reason is in the audit row. */
export const ResetFactorBody = z.strictObject({ reason: Line(200, 3) });

/** Requests a new address for the own account. Requesting the current address withdraws a pending request. */
export const ChangeEmailBody = z.strictObject({ email: Email, passwd: z.string().max(200) });
/** The secret of a mailed link that confirms or stops a new address. */
export const LinkBody = z.strictObject({ secret: z.string().min(20).max(100) });
export const AcceptInvitationBody = z.strictObject({ email: Email, secret: z.string().min(20).max(100), passwd: z.string().max(200) });
/** Invites by mail, or returns a link for the administrator to pass on. */
export const InviteBody = z.strictObject({ by: z.enum(['mail', 'link']) });
export const InviteAnswer = z.object({ link: z.string().nullable(), expiresAt: Instant });

/** Why a password is refused; the `data` of PasswordWeak. Each fault has a sentence below `passwordFaults` in common.json. */
export const PASSWORD_FAULTS = ['short', 'common', 'personal', 'pattern'] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];
