import { projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'
import { rowQuery } from '../../../resource/resource-queries.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Answers } from './answers.ts'
import { linkLook } from './link-button.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import type { ConfiguredMachine } from './quote-line.ts'
import { queryOfLine, useQuoteTarget } from './quote-target.ts'
import { useAddToQuote } from './use-add-to-quote.ts'
import type { OptionsState } from './use-options.ts'

/** What can be done with the machine as it is configured. Ctrl with Enter does the first of them. */
export function QuoteActions({ options, answers }: { options: OptionsState; answers: Answers }) {
  const session = useSession()
  const mayAdd = hasPermission(session, 'project.update') && hasPermission(session, 'project.read')
  const machine = useConfiguredMachine(options, answers)
  const [copied, setCopied] = useState<boolean>()
  const [isAsking, setAsking] = useState(false)
  const target = useQuoteTarget()
  const adding = useAddToQuote(machine)
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const add = () => {
    if (machine === undefined) return
    setAsking(true)
    if (target !== undefined) adding.add(() => target)
  }
  const onEnter = useEffectEvent(() => (mayAdd ? add() : void copy()))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPressed = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (!isPressed || event.defaultPrevented || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      onEnter()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const isDialogOpen =
    isAsking &&
    machine !== undefined &&
    (target === undefined || adding.refusal !== undefined || adding.question !== undefined)
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-2 print:hidden">
      {mayAdd && target !== undefined && <TargetWords id={target.projectId} />}
      {mayAdd && (
        <Button
          variant="primary"
          className="flex-1"
          disabled={machine === undefined}
          busy={adding.isBusy}
          aria-keyshortcuts="Control+Enter"
          onClick={add}
        >
          {target?.lineId === undefined ? t('configurator.addToQuote') : t('configurator.saveInQuote')}
        </Button>
      )}
      <Button
        variant={mayAdd ? 'standard' : 'primary'}
        className={mayAdd ? '' : 'flex-1'}
        onClick={() => void copy()}
        onBlur={() => setCopied(undefined)}
      >
        {t('configurator.copyLink')}
      </Button>
      <Button className="max-md:hidden" onClick={() => print()}>
        {t('configurator.print')}
      </Button>
      <span role="status" className="w-full text-12 text-text-2 empty:hidden">
        {copied === true && t('configurator.linkIsCopied')}
        {copied === false && t('general.copyingBlocked', { what: 'address' })}
      </span>
      {isDialogOpen && (
        <QuoteDialog
          machine={machine}
          adding={adding}
          target={target}
          onClose={() => {
            setAsking(false)
            adding.forget()
          }}
        />
      )}
    </div>
  )
}

/** The machine with its choices, as a line of a quote has it; undefined while they do not go together. */
function useConfiguredMachine(options: OptionsState, answers: Answers): ConfiguredMachine | undefined {
  const { searchStr } = useLocation()
  const { configured, revision } = options
  if (configured?.states === undefined || revision === undefined) return undefined
  const { chosen, declined } = configured.configuration
  const query = new URLSearchParams(queryOfLine(searchStr))
  query.set('machine', configured.content.machine.id)
  // What the job needs is chosen before anybody clicks, and the address does not have it.
  query.set('chosen', chosen.join())
  query.set('declined', declined.join())
  return { configured, answers, revision, query: queryOfLine(query.toString()) }
}

/** For which quote the machine is configured, and the way back there. */
function TargetWords({ id }: { id: string }) {
  const project = useQuery(rowQuery(projects, id)).data
  if (project === undefined) return null
  return (
    <p className="w-full text-12 text-text-2">
      {t('configurator.forQuote', { number: project.number, title: project.title })}{' '}
      <AppLink className={linkLook} href={`/estimator/projects/${id}`}>
        {t('configurator.backToQuote')}
      </AppLink>
    </p>
  )
}
