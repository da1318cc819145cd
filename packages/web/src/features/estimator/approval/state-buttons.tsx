import { api, frozenStates, nextStates, type TransitionBody } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallOptions, callApi } from '../../../lib/api-client.ts'
import { useSession } from '../../../lib/session.ts'
import { declared } from '../../../resource/registry.ts'
import { permissionFor } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/tool-icons.tsx'
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

/** What a project can become from its state, and copies of it. */
export function StateButtons({ project, token }: StateButtonsProps) {
  const session = useSession()
  const { calls } = declared('project')
  const steps = nextStates(declared('project'), project.status).filter(
    ({ name }) => permissionFor(session, calls.transitions[path]?.[name]).allowed,
  )
  // The way on, and not the one back.
  const main = steps.find(({ to }) => to !== 'draft')
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map(({ name }) => (
        <StepButton key={name} project={project} token={token} name={name} isMain={name === main?.name} />
      ))}
      {permissionFor(session, api.reviseProject).allowed && <CopyButtons project={project} />}
    </div>
  )
}

function StepButton({ project, token, name, isMain }: StateButtonsProps & { name: string; isMain: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const { traits, calls } = declared('project')
  const transition = traits.lifecycle?.transitions[name]
  const isFrozen = frozenStates.some((state) => state === project.status)
  const act = async (body: TransitionBody, options: CallOptions) => {
    const call = calls.transitions[path]?.[name]
    return call && (await callApi(call, { params: { id: project.id }, body }, options))
  }
  const change = useProjectChange(project.id, act, {
    holding: isFrozen ? { kind: 'free' } : { kind: 'held', token },
    done: () => t('estimator.stateIsNow', { state: inLanguage(transition?.to ?? '') }),
  })
  const { rowVersion } = project
  const words = inLanguage(transition?.words ?? name)
  const start = () => (transition?.reason ? setIsAsking(true) : change.mutate({ rowVersion }))
  return (
    <>
      <Button size="dense" {...(isMain && { variant: 'primary' as const })} busy={change.isPending} onClick={start}>
        {words}
      </Button>
      {isAsking && (
        <TextDialog
          title={words}
          label={t('estimator.reason')}
          confirm={words}
          busy={change.isPending}
          onText={(reason) => change.mutate({ rowVersion, reason }, { onSuccess: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
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
