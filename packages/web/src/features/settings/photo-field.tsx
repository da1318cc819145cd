import { api, MAX_PHOTO_BYTES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { authorizedFetch, callApi } from '../../lib/api-client.ts'
import { ApiError, readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { type Session, showPhoto } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'

/** The own photo: how it looks, another one, or none. */
export function PhotoField({ user }: Pick<Session, 'user'>) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'bad'; text: string } | null>(null)
  const { photoUrl } = user.profile
  const run = async (work: () => Promise<string | null>, done: string) => {
    setBusy(true)
    setOutcome(null)
    try {
      showPhoto(await work())
      setOutcome({ tone: 'ok', text: done })
    } catch (error) {
      setOutcome({ tone: 'bad', text: explain(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar firstName={user.first_name} lastName={user.last_name} photoUrl={photoUrl} size="large" />
        <div className="grid gap-1.5">
          <div aria-busy={busy} className="flex flex-wrap gap-2">
            <ChooseFiles
              label={photoUrl === null ? t('settings.chooseAPhoto') : t('settings.chooseAnotherPhoto')}
              what={t('settings.jpegPngOrWebp')}
              accept="image/jpeg,image/png,image/webp"
              onChoose={([file]) => file && void run(() => send(file), t('settings.yourPhotoIsSaved'))}
            />
            {photoUrl !== null && (
              <Button variant="quiet" busy={busy} onClick={() => void run(remove, t('settings.yourPhotoIsRemoved'))}>
                {t('settings.removeThePhoto')}
              </Button>
            )}
          </div>
          <p className="text-13 text-text-2">{t('settings.jpegPngOrWebpAtMost')}</p>
        </div>
      </div>
      {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
    </div>
  )
}

async function send(file: File): Promise<string | null> {
  if (file.size > MAX_PHOTO_BYTES) {
    const detail = t('settings.aPhotoMustNotBeLarger', { mebibytes: MAX_PHOTO_BYTES / 1024 ** 2 })
    throw new ApiError({ code: 'body_too_large', status: 413, title: t('settings.theFileIsTooLarge'), detail })
  }
  const body = new FormData()
  body.append('file', file)
  const response = await authorizedFetch({ ...toRequest(api.setMyPhoto, {}), body })
  if (!response.ok) throw await readProblem(response)
  return ((await response.json()) as { photoUrl: string }).photoUrl
}

async function remove(): Promise<null> {
  await callApi(api.removeMyPhoto)
  return null
}

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) return error.message
  return t('settings.theServerCouldNotBeReached')
}
