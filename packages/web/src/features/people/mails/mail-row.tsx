import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact } from '../../../ui/fact.tsx'
import type { Icon } from '../../../ui/icon.tsx'
import { AlertIcon, ChevronDownIcon, ChevronRightIcon, InfoIcon, RetryIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'

type Mail = CallResult<typeof api.listMails>['items'][number]

/** Begins the key of every question about mails. */
export const MAILS = ['mails'] as const

export const stateLooks: Record<Mail['state'], { label: string; tone: Tone; icon: Icon }> = {
  kept: { label: t('people.keptHere'), tone: 'unk', icon: InfoIcon },
  waiting: { label: t('people.waiting'), tone: 'info', icon: RetryIcon },
  sent: { label: t('people.sent'), tone: 'ok', icon: CheckIcon },
  failed: { label: t('people.failed'), tone: 'bad', icon: AlertIcon },
}

/** A mail in a line; its text and what became of it below, when it is opened. */
export function MailRow({ mail }: { mail: Mail }) {
  const [isOpen, setIsOpen] = useState(false)
  const body = useId()
  const { label, tone, icon } = stateLooks[mail.state]
  const why = whyNotSent(mail)
  const Arrow = isOpen ? ChevronDownIcon : ChevronRightIcon
  return (
    <li className="border-b border-line text-13 last:border-b-0">
      <div className="flex items-center max-md:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-start hover:bg-surface-3 focus-visible:-outline-offset-2"
        >
          <Arrow size={14} className="shrink-0 text-text-2" />
          <bdi className="w-64 min-w-0 font-[550] wrap-anywhere max-md:w-[calc(100%-26px)]">{mail.recipient}</bdi>
          <bdi className="min-w-0 flex-1 wrap-anywhere">{mail.subject}</bdi>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
          <DateLabel value={mail.createdAt} className="w-24 text-end text-12 text-text-2" />
          {why !== null && (
            <span className="basis-full truncate ps-[26px] text-12 text-text-2 max-md:ps-0 max-md:whitespace-normal">
              {why}
            </span>
          )}
        </button>
        {mail.state === 'failed' && <SendAgain mail={mail} />}
      </div>
      <div id={body} hidden={!isOpen} className="px-3 pt-2 pb-4 ps-9 max-md:ps-3">
        {isOpen && <MailBody mail={mail} />}
      </div>
    </li>
  )
}

function MailBody({ mail }: { mail: Mail }) {
  const { text, link, attachment, attempts, sentAt, nextAttemptAt } = mail
  const why = whyNotSent(mail)
  return (
    <div className="grid max-w-[72ch] gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name={t('people.attempts')}>{attempts}</Fact>
        {sentAt !== null && (
          <Fact name={t('people.sent')}>
            <DateLabel value={sentAt} mode="absolute" />
          </Fact>
        )}
        {nextAttemptAt !== null && (
          <Fact name={t('people.nextAttempt')}>
            <DateLabel value={nextAttemptAt} mode="absolute" />
          </Fact>
        )}
        {attachment !== null && <Fact name={t('people.attachment')}>{attachment}</Fact>}
        {why !== null && <Fact name={t('people.failureReason')}>{why}</Fact>}
      </dl>
      <p className="rounded-control border border-line bg-surface-2 p-3 wrap-anywhere whitespace-pre-line">
        {text.replaceAll('{link}', link ?? t('people.theLinkASecretThatIs')).trim()}
      </p>
      <ResendNote mail={mail} />
      {mail.state !== 'failed' && mail.resend === 'possible' && (
        <div>
          <SendAgain mail={mail} />
        </div>
      )}
      {link !== null && (
        <div>
          <Button size="dense" onClick={() => void copy(link)}>
            {t('people.copyTheLink')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Why a mail has not left; null where it has, or where nothing went wrong yet. */
function whyNotSent({ state, reason }: Mail): string | null {
  return state === 'kept' ? t('people.noMailServerThen') : reason
}

/** Sends a mail again, for those who may. */
function SendAgain({ mail: { id, recipient, resend } }: { mail: Mail }) {
  const mayResend = usePermission(api.sendMailAgain).allowed
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: () => callApi(api.sendMailAgain, { params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: MAILS })
      showToast({ message: t('people.mailIsSentAgain', { recipient }) })
    },
    onError: (error) => showToast({ message: error.message, tone: 'failed' }),
  })
  if (!mayResend || resend !== 'possible') return null
  return (
    <Button
      size="dense"
      className="me-3 max-md:ms-3"
      busy={again.isPending}
      aria-label={t('people.sendAgainTo', { recipient })}
      onClick={() => again.mutate()}
    >
      <RetryIcon size={14} />
      {t('people.sendAgain')}
    </Button>
  )
}

/** Why a mail cannot be sent again, and what to do instead. */
function ResendNote({ mail: { resend, state, userId } }: { mail: Mail }) {
  if (resend === 'fileGone') return <p className="text-text-2">{t('people.mailFileGone')}</p>
  // Where mails are only stored, those that were never sent need no word about it.
  if (resend === 'noServer' && state === 'failed') return <p className="text-text-2">{t('people.noMailServer')}</p>
  if (resend !== 'linkEnded') return null
  return (
    <p className="text-text-2">
      {t('people.mailLinkEnded')}{' '}
      {userId !== null && (
        <AppLink href={`/people/users?open=${userId}`} className="underline underline-offset-2">
          {t('people.openTheUser')}
        </AppLink>
      )}
    </p>
  )
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    showToast({ message: t('people.theLinkIsCopied') })
  } catch {
    showToast({
      message: t('general.copyingBlocked', { what: 'text' }),
      tone: 'failed',
    })
  }
}
