import type { Locale } from '#contract/core/limits';

type MailText<A extends string[]> = Record<Locale, { subject: string; text: (...args: A) => string }>;

export const INVITATION_MAIL: MailText<[link: string]> = {
  en: {
    subject: 'Your Kontor account',
    text: (link) =>
      `A Kontor account has been created for you. Set your password here within seven days. The link can be used once:\n\n${link}\n\nAfterwards you sign in with this e-mail address. If you did not expect this message, you can ignore it.\n`,
  },
  de: {
    subject: 'Ihr Kontor-Konto',
    text: (link) =>
      `Für Sie wurde ein Konto in Kontor angelegt. Legen Sie hier innerhalb von sieben Tagen Ihr Passwort fest; der Link kann einmal verwendet werden:\n\n${link}\n\nDanach melden Sie sich mit dieser E-Mail-Adresse an. Wenn Sie diese Nachricht nicht erwartet haben, müssen Sie nichts tun.\n`,
  },
  cn: {
    subject: '您的 Kontor 账号',
    text: (link) =>
      `已为您创建 Kontor 账号。请在七天内通过以下链接设置密码，链接仅可使用一次：\n\n${link}\n\n之后请使用此邮箱登录。如果您没有预料到这封邮件，无需处理。\n`,
  },
};

export const EMAIL_MAIL: MailText<[oldAccount: string, link: string]> = {
  en: {
    subject: 'Confirm your new e-mail address',
    text: (oldAccount, link) =>
      `You asked to change the e-mail address of the Kontor account ${oldAccount} to this one. Confirm the change here within 24 hours:\n\n${link}\n\nUntil then the account keeps its old address. If this is not your account, you can ignore this message.\n`,
  },
  de: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    text: (oldAccount, link) =>
      `Die E-Mail-Adresse des Kontor-Kontos ${oldAccount} soll in diese geändert werden. Bestätigen Sie die Änderung hier innerhalb von 24 Stunden:\n\n${link}\n\nBis dahin behält das Konto seine alte Adresse. Wenn das nicht Ihr Konto ist, müssen Sie nichts tun.\n`,
  },
  cn: {
    subject: '请确认您的新邮箱',
    text: (oldAccount, link) =>
      `此邮箱将成为 Kontor 账号 ${oldAccount} 的新邮箱。请在 24 小时内通过以下链接确认：\n\n${link}\n\n在此之前，账号保留原邮箱。如果这不是您的账号，无需处理。\n`,
  },
};

export const OLD_ADDRESS_MAIL: MailText<[newAccount: string, link: string]> = {
  en: {
    subject: 'Change of your Kontor e-mail address',
    text: (newAccount, link) =>
      `A change of the e-mail address of your Kontor account to ${newAccount} was requested. It takes effect once the new address is confirmed.\n\nIf you did not request this, cancel the change here and then change your password:\n\n${link}\n`,
  },
  de: {
    subject: 'Änderung Ihrer E-Mail-Adresse in Kontor',
    text: (newAccount, link) =>
      `Für Ihr Kontor-Konto wurde die E-Mail-Adresse ${newAccount} beantragt. Die Änderung gilt, sobald diese Adresse bestätigt ist.\n\nWenn Sie das nicht beantragt haben, brechen Sie die Änderung hier ab und ändern Sie danach Ihr Passwort:\n\n${link}\n`,
  },
  cn: {
    subject: '您的 Kontor 邮箱即将更改',
    text: (newAccount, link) =>
      `您的 Kontor 账号邮箱将更改为 ${newAccount}。新邮箱确认后立即生效。\n\n如果这不是您本人的意愿，请通过以下链接取消更改，然后修改密码：\n\n${link}\n`,
  },
};

export const FACTOR_RESET_MAIL: MailText<[reason: string, link: string]> = {
  en: {
    subject: 'Your second factor in Kontor was reset',
    text: (reason, link) =>
      `An administrator removed the second factor of your Kontor account and signed you out everywhere. Reason: ${reason}\n\nYou now sign in with your password alone. Set up a new second factor under “Security” in your personal settings:\n\n${link}\n\nIf you did not ask for this, change your password and tell your administrator.\n`,
  },
  de: {
    subject: 'Ihr zweiter Faktor in Kontor wurde zurückgesetzt',
    text: (reason, link) =>
      `Der zweite Faktor Ihres Kontor-Kontos wurde von der Administration entfernt, und Sie wurden überall abgemeldet. Grund: ${reason}\n\nSie melden sich jetzt allein mit Ihrem Passwort an. Richten Sie in den persönlichen Einstellungen unter „Sicherheit“ einen neuen zweiten Faktor ein:\n\n${link}\n\nWenn Sie das nicht veranlasst haben, ändern Sie Ihr Passwort und verständigen Sie die Administration.\n`,
  },
  cn: {
    subject: '您的 Kontor 两步验证已重置',
    text: (reason, link) =>
      `管理员已移除您的 Kontor 账号的两步验证，并已将您从所有设备退出登录。原因：${reason}\n\n现在仅凭密码即可登录。请在个人设置的“安全”中重新设置两步验证：\n\n${link}\n\n如果这不是您本人的要求，请修改密码并告知管理员。\n`,
  },
};
