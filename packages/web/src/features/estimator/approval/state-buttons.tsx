import { api, frozenStates, nextStates, type TransitionBody } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallOptions, callApi } from '../../../lib/api-client.ts'
import { useSession } from '../../../lib/session.ts'
import { declared } from '../../../resource/registry.ts'
import { permissionFor } from '../../../resource/use-permission.ts'
import { wordOfChoice } from '../../../resource/words.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyIcon } from '../../../ui/tool-icons.tsx'
import { SentHow } from './sent-how.tsx'
import type { ShownProject } from './shown-project.ts'
import { TextDialog } from './text-dialog.tsx'
import { useProjectChange } from './use-project-change.ts'

const [{ path }] = declared('project').mounts
const revisable: readonly string[] = ['approved', 'sent', 'lost', 'expired']

export interface StateButtonsProps {
  project: ShownProject
  /** Of the edit lock, where the page holds it. */
  token: string | undefined
}

export interface StepsProps extends StateButtonsProps {
  /** Ends editing in this window: whoever submits a project is done with it. */
  onSubmitted: () => Promise<void>
}

interface StateButtonsOwnProps extends StepsProps {
  /** Whether no rule asks for an approval, as far as the reader can know. */
  needsNobody: boolean
}

/** What a project can become from its state, and copies of it. */
export function StateButtons({ project, token, onSubmitted, needsNobody }: StateButtonsOwnProps) {
  const session = useSession()
  const { calls } = declared('project')
  const steps = nextStates(declared('project'), project.status).filter(
    ({ name }) => permissionFor(session, calls.transitions[path]?.[name]).allowed,
  )
  // Where nobody has to approve, nothing is submitted to anybody: it is ready at once.
  const mayRelease = needsNobody && permissionFor(session, calls.transitions[path]?.approve).allowed
  // The way on, and not the one back.
  const main = steps.find(({ to }) => to !== 'draft')
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map(({ name }) => (
        <StepButton
          key={name}
          {...{ project, token, onSubmitted, name }}
          isMain={name === main?.name}
          isRelease={name === 'submit' && mayRelease}
        />
      ))}
      {permissionFor(session, api.reviseProject).allowed && <CopyButtons project={project} />}
    </div>
  )
}

type StepButtonProps = StepsProps & { name: string; isMain: boolean; isRelease: boolean }

function StepButton({ project, token, onSubmitted, name, isMain, isRelease }: StepButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { traits, calls } = declared('project')
  const transition = traits.lifecycle?.transitions[name]
  const isFrozen = frozenStates.some((state) => state === project.status)
  const act = async (body: TransitionBody, options: CallOptions) => {
    const call = calls.transitions[path]?.[name]
    const params = { id: project.id }
    let made = call && (await callApi(call, { params, body }, options))
    const approve = calls.transitions[path]?.approve
    if (isRelease && made && approve) {
      made = await callApi(approve, { params, body: { rowVersion: Number(made.rowVersion) } }, options)
    }
    if (name === 'submit') await onSubmitted()
    return made
  }
  const change = useProjectChange(project.id, act, {
    holding: isFrozen ? { kind: 'free' } : { kind: 'held', token },
    done: () => t('estimator.stateIsNow', { state: wordOfChoice(isRelease ? 'approved' : (transition?.to ?? '')) }),
  })
  const { rowVersion } = project
  // It mails nobody: that is asked about first, as on the board.
  const isSending = name === 'send'
  const words = isSending
    ? t('estimator.markAsSent')
    : isRelease
      ? t('estimator.release')
      : inLanguage(transition?.words ?? name)
  const start = () => (transition?.reason || isSending ? setIsAsking(true) : change.mutate({ rowVersion }))
  const close = () => setIsAsking(false)
  return (
    <>
      <Button size="dense" {...(isMain && { variant: 'primary' as const })} busy={change.isPending} onClick={start}>
        {words}
      </Button>
      {isAsking && isSending && (
        <ConfirmDialog
          open
          tone="primary"
          title={words}
          confirm={words}
          busy={change.isPending}
          onConfirm={() => change.mutate({ rowVersion }, { onSuccess: close })}
          onCancel={close}
        >
          <SentHow id={project.id} />
        </ConfirmDialog>
      )}
      {isAsking && !isSending && (
        <TextDialog
          title={words}
          label={t('estimator.reason')}
          confirm={words}
          busy={change.isPending}
          onText={(reason) => change.mutate({ rowVersion, reason }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  )
}

function CopyButtons({ project: { id, status } }: { project: ShownProject }) {
  const navigate = useNavigate()
  const done = (made: { id: string; number: string; revision: number }) => {
    void navigate({ href: `/estimator/projects/${made.id}` })
    return t('estimator.copyMade', { number: made.number, revision: made.revision })
  }
  const holding = { kind: 'free' } as const
  const params = { id }
  const revise = useProjectChange(id, () => callApi(api.reviseProject, { params }), { holding, done })
  const duplicate = useProjectChange(id, () => callApi(api.duplicateProject, { params }), { holding, done })
  return (
    <>
      {revisable.includes(status) && (
        <Button size="dense" busy={revise.isPending} onClick={() => revise.mutate(undefined)}>
          {t('estimator.newRevision')}
        </Button>
      )}
      <Button size="dense" busy={duplicate.isPending} onClick={() => duplicate.mutate(undefined)}>
        <CopyIcon size={14} />
        {t('estimator.duplicate')}
      </Button>
    </>
  )
}
