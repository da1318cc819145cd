import {
  apiKeys as apiKeyResource,
  apiKeyScopes,
  deviceCertificates as deviceCertificateResource,
  groups,
  identityProviders,
  roles,
  users,
} from '@packhouse/contract'
import { defineArea, type Platform } from '../engine/area.ts'
import { sentence } from '../platform/sentence.ts'
import { accessComputedFields } from './access.policy.ts'
import { apiKeyHandlers } from './api-keys/api-key.actions.ts'
import { ApiKeys } from './api-keys/api-keys.ts'
import { deviceCertificateHandlers } from './api-keys/device-certificate.actions.ts'
import { DeviceCertificates } from './api-keys/device-certificates.ts'
import { type AccessParts, accessHandlers } from './auth.actions.ts'
import { Authenticator } from './authenticator.ts'
import { confirmationHandlers } from './confirmation.actions.ts'
import { inviteFirstAdministrator } from './first-administrator.ts'
import { forgetOldGuesses, StoredGuesses } from './guess-store.ts'
import { KnownDevices } from './known-devices.ts'
import { AccountLinks } from './links/account-links.ts'
import { LoginLimits } from './login-limits.ts'
import { mySettingsHandlers } from './my-settings.actions.ts'
import { NamedAccounts } from './named-accounts.ts'
import { ownSessionHandlers } from './own-sessions.actions.ts'
import { passkeyHandlers } from './passkeys/passkey.actions.ts'
import { passkeySignInHandlers } from './passkeys/passkey-sign-in.actions.ts'
import { Passkeys } from './passkeys/passkeys.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { PasswordHasher } from './password-hasher.ts'
import { permissionReachHandlers } from './permission-reach.ts'
import { permissionHandlers } from './permissions.actions.ts'
import { photoHandlers } from './photo/photo.actions.ts'
import { RefusalLog } from './refusal-log.ts'
import { forgetOldPending } from './second-factor/pending-sign-ins.ts'
import { secondFactorHandlers } from './second-factor/second-factor.actions.ts'
import { SecondFactors } from './second-factor/second-factors.ts'
import { seedAdministrators } from './seed-administrators.ts'
import { Sessions } from './sessions.ts'
import { SignOn } from './sign-on/sign-on.ts'
import { userSessionHandlers } from './user-sessions.actions.ts'
import { viewAsHandlers } from './view-as/view-as.actions.ts'
import { Views } from './view-as/views.ts'

export { createApiKey } from './api-keys/api-key.actions.ts'
export type { ApiKeys } from './api-keys/api-keys.ts'
export { createPartnerKey } from './api-keys/partner-key.ts'
export type { Invitations } from './links/invitations.ts'
export { takesPasskeys } from './passkeys/relying-party.ts'
export { givePermissions } from './permissions.actions.ts'
export { programName } from './program-name.ts'
export type { RefusalLog, SeenRefusal } from './refusal-log.ts'
export { type SecurityAction, type Seen, seenNow } from './security-events.ts'
export { Sessions } from './sessions.ts'

const TEN_MINUTES_MS = 10 * 60_000

/** Sign-in, users, roles, keys, and who may do what. */
export const access = defineArea({
  name: 'access',
  computed: accessComputedFields,
  seed: ({ database, config }) => seedAdministrators(database, config.sample),
  create(platform) {
    const { config, database, log, jobs, keys, settings, storeOf, refusals } = platform
    const parts = partsOf(platform)
    const links = new AccountLinks({
      ...parts,
      log,
      jobs,
      config,
      settings,
      keys,
      users: storeOf(users),
      roles: storeOf(roles),
    })
    const signOn = new SignOn({ access: parts, config, log, keys, store: storeOf(identityProviders) })
    const { sessions, devices, authenticator, apiKeys } = parts
    const often = (name: string, run: () => Promise<void>) => ({ name, everyMs: TEN_MINUTES_MS, run })
    return {
      provides: {
        apiKeys,
        deviceCertificates: new DeviceCertificates(database.system),
        refusalLog: parts.refusalLog,
        authenticator,
        passwords: parts.passwords,
        mail: links.mail,
        invitations: links.invitations,
        loginOptions: signOn.loginOptions,
        // Of their own: machines with a wrong key, and who guesses at machines, lock no person out of the same address.
        deviceGuesses: new LoginLimits(new StoredGuesses(database.system, 'mqtt'), refusals, 'mqtt'),
      },
      handlers: {
        ...accessHandlers(parts),
        ...mySettingsHandlers(parts, storeOf(users)),
        ...ownSessionHandlers(parts),
        ...userSessionHandlers(database, storeOf(users)),
        ...viewAsHandlers(parts.views, storeOf(users)),
        ...photoHandlers({ database, users: storeOf(users), fileCheck: platform.fileCheck }),
        ...secondFactorHandlers(parts, storeOf(users)),
        ...passkeyHandlers(parts),
        ...passkeySignInHandlers(parts),
        ...confirmationHandlers(parts),
        ...permissionReachHandlers(storeOf(roles)),
        ...permissionHandlers({
          users: storeOf(users),
          roles: storeOf(roles),
          groups: storeOf(groups),
          scopes: storeOf(apiKeyScopes),
        }),
        ...apiKeyHandlers(storeOf(apiKeyResource)),
        ...deviceCertificateHandlers(storeOf(deviceCertificateResource)),
        ...links.handlers,
        ...signOn.handlers,
      },
      services: [parts.refusalLog, links, signOn],
      jobs: [
        links.job,
        often(sentence`Remove old sessions`, () => sessions.forgetOld()),
        often(sentence`Remove old devices`, () => devices.forgetOld()),
        { name: sentence`End views as another user`, everyMs: 60_000, run: () => parts.views.endOverdue() },
        often(sentence`Remove old mails`, () => links.forgetOld()),
        often(sentence`Remove old single sign-ons`, () => signOn.forgetOld()),
        often(sentence`Remove old counts of guesses`, () => forgetOldGuesses(database.system)),
        often(sentence`Remove old pending sign-ins`, () => forgetOldPending(database.system)),
      ],
      absent: config.registration ? [] : ['register'],
      authenticate: authenticator.authenticate,
      routes: signOn.register,
      async facts() {
        if (config.sample || config.administratorEmail === undefined || !config.roles.has('worker')) return {}
        return { administratorLink: await inviteFirstAdministrator(database, links.mails, config.administratorEmail) }
      },
    }
  },
})

function partsOf({
  config,
  database,
  keys,
  log,
  refusals,
  settings,
}: Platform): AccessParts & { apiKeys: ApiKeys; views: Views } {
  const sessions = new Sessions(database.system, keys.current, () => settings.read('signIn.idleHours'))
  const limits = new LoginLimits(new StoredGuesses(database.system, 'login'), refusals, 'login')
  settings.follow(() => limits.allow(settings.read('signIn.attempts')))
  const refusalLog = new RefusalLog(database.system, { log, refusals, most: config.authLog.queue })
  const apiKeys = new ApiKeys(database.system, refusalLog)
  const views = new Views(database)
  return {
    database,
    sessions,
    apiKeys,
    authenticator: new Authenticator(sessions, apiKeys, views),
    views,
    limits,
    confirmationLimits: new LoginLimits(new StoredGuesses(database.system, 'confirmation'), refusals, 'confirmation'),
    passwords: new PasswordHasher(config.passwordHashes, refusals),
    devices: new KnownDevices(database.system, config.publicUrl),
    secondFactors: new SecondFactors(keys),
    passkeys: new Passkeys(
      database.system,
      relyingPartyOf(config.publicUrl, () => settings.read('product.title')),
    ),
    refusalLog,
    namedAccounts: new NamedAccounts(),
    refusals,
    publicUrl: config.publicUrl,
    get productTitle() {
      return settings.read('product.title')
    },
    places: () => [settings.read('product.title'), settings.read('company.name') ?? ''],
  }
}
