import { join } from 'node:path'
import {
  accessResources,
  alarmRules,
  calls,
  customerResources,
  mqttSubscribers,
  opcuaConnections,
  type Resource,
  resources,
  tagMaps,
} from '@packhouse/contract'
import {
  type AccessParts,
  AccountLinks,
  ApiKeys,
  Authenticator,
  accessComputedFields,
  accessHandlers,
  apiKeyHandlers,
  confirmationHandlers,
  forgetOldPending,
  hashPassword,
  inviteFirstAdministrator,
  KnownDevices,
  LoginLimits,
  mySettingsHandlers,
  ownSessionHandlers,
  Passkeys,
  passkeyHandlers,
  passkeySignInHandlers,
  permissionHandlers,
  photoHandlers,
  relyingPartyOf,
  SecondFactors,
  Sessions,
  SignOn,
  secondFactorHandlers,
  seedAdministrators,
  verifyPassword,
} from './access/index.ts'
import { Alarms, alarmComputedFields } from './alarms/index.ts'
import { computedFields, customersHandlers, seedReferenceData } from './customers/index.ts'
import type { Handlers } from './engine/handlers.ts'
import { sweepFiles } from './engine/resource/files/sweep-files.ts'
import { resourceHandlers } from './engine/resource/resource-handlers.ts'
import { ResourceStore } from './engine/resource/resource-store.ts'
import type { AnyHandler } from './engine/routes.ts'
import { createHttpServer } from './http-server.ts'
import { insightHandlers } from './insight/index.ts'
import {
  deadLetterHandlers,
  exportHandlers,
  LiveStream,
  monitoringHandlers,
  publishHandlers,
  tagMapHandlers,
} from './monitoring/index.ts'
import { type Config, ConfigError } from './platform/config.ts'
import { Database } from './platform/database.ts'
import { DatabaseProbe } from './platform/database-probe.ts'
import { FileFolder } from './platform/file-folder.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrations.ts'
import { Refusals } from './platform/refusals.ts'
import { closeSample, seedSample } from './sample/index.ts'
import { ServiceRounds, serviceComputedFields, serviceHandlers } from './service/index.ts'
import { settingsHandlers } from './settings/index.ts'
import {
  opcuaComputedFields,
  opcuaHandlers,
  subscriberComputedFields,
  subscriberHandlers,
  Telemetry,
} from './telemetry/index.ts'

/** Fields that are worked out when a row is read, by the name of the resource. */
const computed = {
  ...computedFields,
  ...accessComputedFields,
  ...alarmComputedFields,
  ...subscriberComputedFields,
  ...serviceComputedFields,
  ...opcuaComputedFields,
}

const HOUSEKEEPING_MS = 10 * 60_000
/**
 * Connections that wait to be accepted; the system may allow fewer (`net.core.somaxconn`). Beyond them a client is not heard and tries
 * again after 1, 3 and 7 s: with Node's 511 a burst of a few thousand kept the health call waiting for seconds.
 */
const BACKLOG = 4_096

export interface AppOptions {
  config: Config
  log: Log
  databaseUrl: string
  /** Key from which successors of refresh tokens and the keys of what is encrypted are derived. */
  tokenKey: string
  samplePassword: string
  version: string
  webRoot?: string
  checkAnswers?: boolean
}

export interface App {
  /** Ports it really listens on; they differ from the configured ones where those are 0. */
  httpPort: number
  mqttPort: number
  /** The link of the first administrator, where there is nobody yet who could let the others in. */
  administratorLink: string | undefined
  stop: () => Promise<void>
}

/** Starts the product on a PostgreSQL that is there. The only place that knows every part. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, databaseUrl } = options
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const database = new Database(databaseUrl, log)
    undo.push(() => database.stop())
    await migrate(database.pool)
    await seedReferenceData(database)
    await seedAdministrators(database)
    if (config.sample) await seedSample(database, options.samplePassword, hashPassword, verifyPassword)
    else await closeSample(database)

    const probe = new DatabaseProbe(databaseUrl)
    undo.push(() => probe.stop())
    const refusals = new Refusals()
    const apiKeys = new ApiKeys(database.system)
    const telemetry = new Telemetry({
      database,
      databaseUrl,
      log,
      host: config.host,
      mqttPort: config.mqttPort,
      sparkplugHostId: config.sparkplugHostId,
      dataDir: config.dataDir,
      key: options.tokenKey,
      verifyKey: verifyPassword,
      refusals,
      apiKeys,
    })
    undo.push(() => telemetry.stop())
    const mqttPort = await telemetry.start().catch(nameThePort('MQTT_PORT', config.mqttPort))

    const stream = new LiveStream(telemetry.live)
    stream.start()
    undo.push(() => stream.stop())

    const service = new ServiceRounds(database, log)
    service.start()
    undo.push(() => service.stop())

    const sessions = new Sessions(database.system, options.tokenKey)
    const access: AccessParts = {
      database,
      sessions,
      authenticator: new Authenticator(sessions, apiKeys),
      limits: new LoginLimits(),
      confirmationLimits: new LoginLimits(),
      devices: new KnownDevices(database.system, config.publicUrl),
      secondFactors: new SecondFactors(options.tokenKey),
      passkeys: new Passkeys(database.system, relyingPartyOf(config.publicUrl, config.productTitle)),
      refusals,
      publicUrl: config.publicUrl,
      productTitle: config.productTitle,
    }
    const { authenticate } = access.authenticator
    const { users, roles, groups, apiKeys: keyResource, apiKeyScopes, identityProviders } = accessResources
    const storeOf = (resource: Resource) => new ResourceStore(database, resources, resource, computed[resource.name])
    const links = new AccountLinks({
      ...access,
      log,
      config,
      key: options.tokenKey,
      users: storeOf(users as unknown as Resource),
    })
    const signOn = new SignOn({
      access,
      config,
      log,
      key: options.tokenKey,
      store: storeOf(identityProviders as unknown as Resource),
    })
    links.start()
    undo.push(() => links.stop())
    const alarms = new Alarms({
      database,
      telemetry,
      config,
      log,
      mail: links.mail,
      rules: storeOf(alarmRules as unknown as Resource),
      key: options.tokenKey,
    })
    undo.push(() => alarms.stop())
    await alarms.start()
    const administratorLink =
      config.sample || config.administratorEmail === undefined
        ? undefined
        : await inviteFirstAdministrator(database, links.mails, config.administratorEmail)
    const folder = new FileFolder(config.dataDir)
    await folder.prepare()
    const housekeeping = setInterval(() => {
      sessions.forgetOld().catch((error: Error) => log.warn({ error: error.message }, 'Old sessions were not removed'))
      access.devices
        .forgetOld()
        .catch((error: Error) => log.warn({ error: error.message }, 'Old devices were not removed'))
      links.forgetOld().catch((error: Error) => log.warn({ error: error.message }, 'Old mails were not removed'))
      signOn.forgetOld().catch((error: Error) => log.warn({ error: error.message }, 'Old sign-ons were not removed'))
      forgetOldPending(database.system).catch((error: Error) => {
        log.warn({ error: error.message }, 'Old sign-ins were not removed')
      })
      sweepFiles(database, folder).catch((error: Error) => {
        log.warn({ error: error.message }, 'Deleted files were not removed')
      })
    }, HOUSEKEEPING_MS)
    undo.push(() => clearInterval(housekeeping))

    const special: Handlers = {
      ...accessHandlers(access),
      ...mySettingsHandlers(access, storeOf(users as unknown as Resource)),
      ...ownSessionHandlers(access),
      ...photoHandlers(database, storeOf(users as unknown as Resource)),
      ...secondFactorHandlers(access, storeOf(users as unknown as Resource)),
      ...passkeyHandlers(access),
      ...passkeySignInHandlers(access),
      ...confirmationHandlers(access),
      ...permissionHandlers({
        users: storeOf(users as unknown as Resource),
        roles: storeOf(roles as unknown as Resource),
        groups: storeOf(groups as unknown as Resource),
        scopes: storeOf(apiKeyScopes as unknown as Resource),
      }),
      ...apiKeyHandlers(storeOf(keyResource as unknown as Resource)),
      ...links.handlers,
      ...signOn.handlers,
      ...alarms.handlers,
      ...subscriberHandlers(storeOf(mqttSubscribers as unknown as Resource), telemetry.subscribers),
      ...opcuaHandlers(storeOf(opcuaConnections as unknown as Resource), telemetry.opcua),
      ...publishHandlers(telemetry.reception),
      ...exportHandlers({ database, telemetry, refusals, limits: config.http.exports }),
      ...tagMapHandlers(storeOf(tagMaps as unknown as Resource), telemetry.tagMaps),
      ...deadLetterHandlers(database, telemetry),
      ...monitoringHandlers({ database, telemetry, stream, authenticate }),
      ...serviceHandlers({ database, telemetry }),
      ...customersHandlers({
        locations: storeOf(customerResources.locations as unknown as Resource),
        exchangeRates: storeOf(customerResources.exchangeRates as unknown as Resource),
      }),
      ...settingsHandlers(config, signOn.loginOptions),
      ...insightHandlers({ database: probe, telemetry, refusals }),
    }
    const ofResources = resources.map((resource) => resourceHandlers(storeOf(resource), folder))

    const http = await createHttpServer({
      config,
      log,
      refusals,
      authenticate,
      signOn: signOn.register,
      absent: config.registration ? [] : ['register'],
      handlers: Object.assign({}, ...ofResources, special) as Record<string, AnyHandler>,
      webRoot: options.webRoot ?? join(import.meta.dirname, '../../web/dist'),
      version: options.version,
      checkAnswers: options.checkAnswers ?? false,
    })
    undo.push(() => http.close())
    await http
      .listen({ host: config.host, port: config.port, backlog: BACKLOG })
      .catch(nameThePort('PORT', config.port))
    const address = http.server.address()
    const httpPort = typeof address === 'object' && address !== null ? address.port : config.port
    log.info({ httpPort, mqttPort, calls: Object.keys(calls).length }, 'Started')
    return { httpPort, mqttPort, administratorLink, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A port that cannot be had is the configuration's matter: the message names the port and the variable. */
function nameThePort(variable: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${port} is taken by another program. Stop it, or set ${variable} to a free port.`)
    }
    if (error.code === 'EACCES') {
      throw new ConfigError(`Port ${port} may not be opened by this user. Set ${variable} to a port above 1023.`)
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new ConfigError('HOST is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.')
    }
    throw error
  }
}
