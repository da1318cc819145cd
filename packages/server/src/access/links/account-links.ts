import type { HandlersOf } from '../../engine/handlers.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database.ts'
import { Encryption } from '../../platform/encryption.ts'
import type { InstallationKeys } from '../../platform/installation-keys.ts'
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { Mail } from '../../platform/mail.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { mailServerOf } from '../../platform/settings/mail-server.ts'
import type { AccessParts } from '../auth.actions.ts'
import { Invitations } from './invitations.ts'
import { inviteHandlers } from './invite-people.ts'
import { type LinkCalls, linkHandlers } from './link-handlers.ts'
import { LinkMails } from './link-mails.ts'
import { mailHandlers } from './mail-list.ts'
import { MailRequests } from './requests.ts'

export interface AccountLinksParts extends Pick<AccessParts, 'limits' | 'devices' | 'passwords' | 'places'> {
  database: Database
  log: Log
  jobs: Jobs
  config: Config
  settings: InstallationSettings
  keys: InstallationKeys
  users: ResourceStore
  roles: ResourceStore
}

/** Invitations, registration, forgotten passwords, and the mails that carry their links. */
export class AccountLinks {
  readonly handlers: HandlersOf<LinkCalls | 'listMails' | 'sendMailAgain' | 'invitePeople'>
  readonly mails: LinkMails
  readonly invitations: Invitations
  /** The outbox, also for other notifications of the product. */
  readonly mail: Mail
  readonly #requests: MailRequests

  constructor({ database, log, jobs, config, settings, keys, users, roles, ...parts }: AccountLinksParts) {
    const { publicUrl } = config
    const encryption = new Encryption(keys, 'links')
    this.mail = new Mail({
      ...{ db: database.system, jobs, encryption, server: mailServerOf(settings, config) },
      retainedDays: () => settings.read('keeping.mailDays'),
    })
    settings.follow(() => this.mail.use(mailServerOf(settings, config)))
    this.mails = new LinkMails({
      mail: this.mail,
      publicUrl,
      get productTitle() {
        return settings.read('product.title')
      },
    })
    this.#requests = new MailRequests(database, this.mails, log)
    this.invitations = new Invitations({ ...parts, database, mails: this.mails })
    this.handlers = {
      ...linkHandlers({ ...parts, database, mails: this.mails, requests: this.#requests, users }),
      ...inviteHandlers({ database, mails: this.mails, users, roles }),
      ...mailHandlers(database, this.mail),
    }
  }

  /** Sends the mails. */
  get job(): JobKind {
    return this.mail.job
  }

  async stop(): Promise<void> {
    await this.#requests.stop()
    this.mail.stop()
  }

  /** Deletes expired links. */
  async forgetOld(): Promise<void> {
    await this.#requests.forgetUnconfirmed()
    await this.mail.forgetOld()
  }
}
