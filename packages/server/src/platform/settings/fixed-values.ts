import type { SettingKey, SettingValues } from '@packhouse/contract'
import type { Config } from '../config.ts'

const MEGABYTE = 1024 * 1024

/** What the environment says of a setting, where its variable is given. */
const readers: { [Key in SettingKey]?: (config: Config) => SettingValues[Key] } = {
  'product.title': ({ productTitle }) => productTitle,
  'product.docsUrl': ({ docsUrl }) => docsUrl,
  'product.cmmsUrl': ({ cmmsUrl }) => cmmsUrl,
  'login.options': ({ login }) => login.options,
  'login.title': ({ login }) => login.title,
  'login.banner': ({ login }) => login.banner,
  'login.icon': ({ login }) => login.icon,
  'login.background': ({ login }) => login.backgroundImage,
  'login.textBasic': ({ login }) => login.texts.basic,
  'login.textOkta': ({ login }) => login.texts.okta,
  'login.textCmms': ({ login }) => login.texts.cmms,
  'login.textCoreCmms': ({ login }) => login.texts['core-cmms'],
  'company.name': ({ makerName }) => makerName,
  'region.language': ({ language }) => language,
  'mail.host': ({ mail }) => serverOf(mail)?.hostname ?? null,
  'mail.port': ({ mail }) => portOf(mail),
  'mail.security': ({ mail }) => (serverOf(mail)?.protocol === 'smtps:' ? 'tls' : 'optional'),
  'mail.user': ({ mail }) => decodeURIComponent(serverOf(mail)?.username ?? '') || null,
  'mail.password': ({ mail }) => decodeURIComponent(serverOf(mail)?.password ?? '') || null,
  'mail.from': ({ mailFrom }) => mailFrom,
  'keeping.authLogDays': ({ authLog }) => authLog.days,
  'keeping.logDays': ({ logFiles }) => logFiles.days,
  'keeping.letterDays': ({ keeping }) => keeping.letterDays,
  'limits.refusedMachines': ({ refusedMachines }) => refusedMachines,
  'limits.reportMailMegabytes': ({ documents }) => documents.mailBytes / MEGABYTE,
  'analytics.mode': ({ analytics }) => analytics,
}

/** @returns undefined where there is nothing to read: the setting has no variable */
export function environmentValue<Key extends SettingKey>(config: Config, key: Key): SettingValues[Key] | undefined {
  const read = readers[key] as ((config: Config) => SettingValues[Key]) | undefined
  return read?.(config)
}

function serverOf(mail: Config['mail']): URL | undefined {
  return mail === undefined ? undefined : new URL(mail.smtpUrl)
}

/** As the mail library takes it from an address without one. */
function portOf(mail: Config['mail']): number {
  const server = serverOf(mail)
  if (server === undefined) return 587
  return server.port === '' ? (server.protocol === 'smtps:' ? 465 : 587) : Number(server.port)
}
