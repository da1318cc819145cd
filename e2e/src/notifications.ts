import { PushBrowser, PushService } from '@packhouse/server/testing'
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { eventually } from './eventually.ts'
import type { ProductAddress } from './product.ts'

export interface ShownNotification {
  title: string
  body: string
  actions: string[]
}

/** What the worker shows, as far as it is looked at. */
interface Shown {
  title: string
  body: string
  actions?: { title: string }[]
  close: () => void
}

interface WorkerScope {
  shown?: Map<string, Shown>
  ServiceWorkerRegistration: {
    prototype: {
      showNotification: (title: string, options: Omit<Shown, 'title' | 'close'> & { tag: string }) => Promise<void>
    }
  }
}

/**
 * A browser whose push service is one of the test on the loopback, and whose notifications are held by the test: a browser without a screen
 * reaches no push service and shows none. What the product sends is decrypted as a browser does and handed to the real service worker.
 */
export class NotifiedBrowser {
  readonly #service = new PushService()
  readonly #keys: PushBrowser
  #page: Page | undefined
  #session: CDPSession | undefined
  #registrationId = ''
  #origin = ''

  private constructor(keys: PushBrowser) {
    this.#keys = keys
  }

  static async make(): Promise<NotifiedBrowser> {
    const browser = new NotifiedBrowser(await PushBrowser.make())
    await browser.#service.start()
    return browser
  }

  async open(page: Page, { url }: ProductAddress): Promise<void> {
    this.#page = page
    this.#origin = url
    const subscription = { endpoint: this.#service.endpoint('browser'), keys: this.#keys.keys }
    await page.addInitScript((given) => {
      const KEY = 'test-subscription'
      const read = () => {
        if (localStorage.getItem(KEY) === null) return null
        const unsubscribe = async () => {
          localStorage.removeItem(KEY)
          return true
        }
        return { ...given, toJSON: () => given, unsubscribe } as unknown as PushSubscription
      }
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      Notification.requestPermission = async () => 'granted'
      PushManager.prototype.getSubscription = async () => read()
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem(KEY, 'on')
        return read() as PushSubscription
      }
    }, subscription)
    this.#session = await page.context().newCDPSession(page)
    this.#session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted)
      this.#registrationId = found?.registrationId ?? this.#registrationId
    })
    await this.#session.send('ServiceWorker.enable')
  }

  /** Waits for what the product sends next, hands it to the service worker, and waits until it is shown. */
  async receive(count: number): Promise<ShownNotification> {
    await eventually(() => this.#service.pushed.length).toBeGreaterThanOrEqual(count)
    const data = await this.#keys.decrypt(this.#service.pushed[count - 1]?.body ?? Buffer.alloc(0))
    await eventually(() => this.#registrationId).not.toBe('')
    await this.#worker()
    await this.#session?.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data,
    })
    const { title } = JSON.parse(data) as { title: string }
    await eventually(async () => (await this.shown()).map((one) => one.title)).toContain(title)
    return (await this.shown()).find((one) => one.title === title) as ShownNotification
  }

  async shown(): Promise<ShownNotification[]> {
    return await (await this.#worker()).evaluate(() => {
      const { shown } = globalThis as unknown as WorkerScope
      return [...(shown?.values() ?? [])].map(({ title, body, actions = [] }) => {
        return { title, body, actions: actions.map((one) => one.title) }
      })
    })
  }

  /** Presses a button of a notification; without one the notification itself. */
  async press(title: string, action = ''): Promise<void> {
    await (await this.#worker()).evaluate(
      async ({ title, action }) => {
        const { shown } = globalThis as unknown as WorkerScope
        const notification = [...(shown?.values() ?? [])].find((one) => one.title === title)
        let work: Promise<unknown> | undefined
        const waitUntil = (given: Promise<unknown>) => {
          work = given
        }
        globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action, waitUntil }))
        await work
      },
      { title, action },
    )
  }

  async close(): Promise<void> {
    await this.#service.stop()
  }

  async #worker(): Promise<Worker> {
    const context = this.#page?.context() as BrowserContext
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await worker.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope
      if (scope.shown !== undefined) return
      const shown = new Map<string, Shown>()
      scope.shown = shown
      scope.ServiceWorkerRegistration.prototype.showNotification = async (title, { tag, ...options }) => {
        shown.set(tag, { title, ...options, close: () => shown.delete(tag) })
      }
    })
    return worker
  }
}
