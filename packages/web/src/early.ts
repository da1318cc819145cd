import { loadTexts } from 'virtual:messages'
import { api, HOME_HISTORY_HOURS } from '@packhouse/contract'
import { type CallShape, toRequest } from './lib/api-request.ts'
import { demoParameter, isDemoMode } from './lib/demo-mode.ts'
import { earlyAnswers } from './lib/early-answers.ts'
import { language } from './lib/language/page-language.ts'
import { asksForSession, mayOpen } from './lib/member-pages.ts'
import { toInit } from './lib/request-init.ts'
import { createTokenStore } from './lib/token-store.ts'

/**
 * Asks what the first screen needs while its scripts are still loading. `api-client.ts` takes the answers as if it had asked itself, and so
 * asks nothing twice. Only what that screen asks for certain is asked, in the same order: a session that is over is refused once, what is renewed
 * is renewed by `authorized-fetch.ts` alone, and whoever may not see machines is not refused.
 */
function askAhead(token: string): void {
  const ask = (call: CallShape, input: unknown, { headers, next }: AskOptions = {}) => {
    const request = toRequest(call, input)
    earlyAnswers.ask(request.url, toInit(request, token, headers ? { headers } : {}), next)
  }
  ask(
    api.me,
    {},
    {
      async next(answer) {
        if (!answer.ok) return
        // The body is read by whoever takes the answer.
        const visitor = await answer.clone().json()
        ask(api.mySettings, {})
        if (location.pathname !== '/' || !mayOpen(visitor)) return
        ask(
          api.myMachines,
          { query: { includeHistory: 'true', hours: String(HOME_HISTORY_HOURS) } },
          { headers: { 'a-im': 'machine-columns' } },
        )
        // Together with the list, so that nothing changes unseen between the two.
        ask(api.myMachinesStream, {}, { headers: { accept: 'text/event-stream', 'a-im': 'machine-changes' } })
      },
    },
  )
}

interface AskOptions {
  headers?: Record<string, string>
  next?: (answer: Response) => Promise<void>
}

const token = createTokenStore(localStorage).access()
const isDemo = isDemoMode() || demoParameter(location.search) !== undefined
if (token !== null && !isDemo && asksForSession(location.pathname)) askAhead(token)

if (token !== null && location.pathname === '/') preloadHome()

// The texts of another language than English are a file of their own, which the first script names only when it is there.
void loadTexts(language).catch(() => undefined)

/** Loads the files of the overview, which the build has named beside this script, and runs none of them: they need the whole document. */
function preloadHome(): void {
  const files = document.querySelector<HTMLElement>('script[data-home]')?.dataset.home?.split(' ') ?? []
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}
