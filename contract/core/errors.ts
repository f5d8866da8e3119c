/**
 * Every code of an answer with its HTTP status. To the application, 403 always means that there is no valid session; it then logs the user
 * out (specification, point 8). Programs with an access token get 401 and 403 as RFC 6750 has them. Each code has a sentence in every language below `errors.<code>` in public/locales/<lang>/common.json.
 */
export const ERRORS = {
  CaptchaNotMatchError: 400,
  LoginError: 400,
  ToFront: 400,
  NotAllowed: 400,
  RightsExceeded: 400,
  PasswordWrong: 400,
  TotpRequired: 400,
  TotpWrong: 400,
  LinkExpired: 400,
  UploadTooLarge: 400,
  UploadTypeRefused: 400,
  FileUnreadable: 400,
  MalformedRequest: 400,
  RequestTooDeep: 400,
  NotFound: 404,
  RequestTimeout: 408,
  Duplicate: 409,
  InUse: 409,
  IntegrityError: 409,
  StaleVersion: 409,
  StateRefused: 409,
  OrderInWork: 409,
  LastAdmin: 409,
  PathTooLong: 414,
  InvalidInput: 422,
  IdempotencyMismatch: 422,
  MaskBroken: 422,
  PasswordWeak: 422,
  TooManyRequests: 429,
  HeadersTooLarge: 431,
  NoSession: 403,
  TokenInvalid: 401,
  ScopeMissing: 403,
  InternalError: 500,
  DatabaseUnavailable: 503,
  StorageFull: 507,
} as const;

/** Temporary failures of the server. Nothing was changed, the same call may succeed later, and the user stays signed in. */
export const OUTAGES = ['DatabaseUnavailable', 'StorageFull'] as const satisfies readonly (keyof typeof ERRORS)[];

export type ErrorCode = keyof typeof ERRORS;
