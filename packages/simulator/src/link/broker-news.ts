import { log } from '../log.ts'
import type { LinkEvents } from './machine-link.ts'

/** Reports the state of the broker once for all links: each new reason, and when it is over. */
export function createBrokerNews(url: string): LinkEvents {
  let known: string | undefined
  return {
    failed(reason) {
      if (reason === known) return
      known = reason
      log(`the broker at ${withoutCredentials(url)} does not take records (${reason}); trying again until it does`)
    },
    recovered() {
      if (known === undefined) return
      known = undefined
      log('the broker takes records again')
    },
  }
}

function withoutCredentials(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
