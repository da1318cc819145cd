import type { InvitationResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'

const tones: Record<InvitationResult['outcome'], Tone> = {
  invited: 'ok',
  exists: 'info',
  invalid: 'bad',
  refused: 'bad',
}

const words = (outcome: InvitationResult['outcome']) => t('people.invitationOutcome', { outcome })

/** What became of each address. Without a mail server the links are here, to be handed over. */
export function InviteResults({ sent, results }: { sent: boolean; results: readonly InvitationResult[] }) {
  const invited = results.filter(({ outcome }) => outcome === 'invited').length
  return (
    <section aria-label={t('people.results')} className="grid min-w-0 gap-3">
      <div role="status">
        {invited > 0 && (
          <Alert tone={sent ? 'ok' : 'warn'} className="text-13">
            {sent
              ? t('people.invitationsAreOnTheirWay', { count: invited })
              : t('people.noMailServerHandOver', { count: invited })}
          </Alert>
        )}
        {invited === 0 && (
          <Alert tone="bad" className="text-13">
            {t('people.nobodyWasInvited')}
          </Alert>
        )}
      </div>
      <ul className="grid min-w-0 divide-y divide-line rounded-panel border border-line">
        {results.map((result) => (
          <Result key={result.email} result={result} />
        ))}
      </ul>
    </section>
  )
}

function Result({ result }: { result: InvitationResult }) {
  const { email, outcome, userId, deleted, link, reason } = result
  return (
    <li className="grid min-w-0 gap-1 px-3 py-2 text-13">
      <div className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 flex-1 font-[550] break-words">{email}</b>
        <Badge tone={tones[outcome]}>{words(outcome)}</Badge>
      </div>
      {outcome !== 'invited' && (
        <p className="text-text-2">{outcome === 'invalid' ? t('people.thisIsNoAddress') : reason}</p>
      )}
      {outcome === 'exists' && userId !== null && (
        <AppLink
          href={deleted ? '/people/users?deleted=only' : `/people/users?open=${userId}`}
          className="font-medium underline decoration-kraft underline-offset-3 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {deleted ? t('people.showDeletedUsers') : t('people.openTheUser')}
        </AppLink>
      )}
      {link !== null && <HandedLink link={link} email={email} />}
    </li>
  )
}

function HandedLink({ link, email }: { link: string; email: string }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-52 text-12 break-all select-all">{link}</code>
      <Button size="dense" aria-label={t('people.copyTheLinkFor', { email })} onClick={() => void copy()}>
        {t('general.copy')}
      </Button>
      <p role="status" className="basis-full text-12 text-text-2 empty:hidden">
        {copied === true && t('people.copied')}
        {copied === false && t('general.copyingBlocked', { what: 'text' })}
      </p>
    </div>
  )
}
