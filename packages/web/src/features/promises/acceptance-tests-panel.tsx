import { acceptanceTests, type ShownAcceptanceTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { SignatureImage } from '../../entities/signing/signature-image.tsx'
import { toRequest } from '../../lib/api-request.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { usePictureAddress } from '../../lib/use-picture-address.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { acceptanceKindWords } from './acceptance-draft.ts'
import { wholeWords } from './measured-figures.ts'
import { figureWords } from './promise-words.ts'
import { useAcceptanceTests } from './use-promises.ts'

/** The acceptance tests of a machine: what was measured, the photos, and who signed. */
export function AcceptanceTestsPanel({ id }: { id: string }) {
  const { data } = useAcceptanceTests(id)
  return data === undefined ? null : <RecordedTests tests={data.tests} />
}

/** Acceptance tests, the newest first; without any there is nothing to show. */
export function RecordedTests({ tests }: { tests: readonly ShownAcceptanceTest[] }) {
  if (tests.length === 0) return null
  return (
    <PanelFrame title={t('promises.acceptanceTests')}>
      <ul className="grid">
        {tests.map((test) => (
          <TestRow key={test.id} test={test} />
        ))}
      </ul>
    </PanelFrame>
  )
}

function TestRow({ test }: { test: ShownAcceptanceTest }) {
  const [showsPhotos, setShowsPhotos] = useState(false)
  const { kind, testedOn, product, witness, accepted, openPoints, openPointList, results, photos, signature } = test
  return (
    <li className="grid gap-2 border-t border-line px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-48 flex-1 font-[550] wrap-anywhere">
          {acceptanceKindWords[kind]} · {formatPlainDate(testedOn)} · <span translate="no">{product}</span>
        </span>
        <Badge tone={accepted ? 'ok' : 'warn'}>{accepted ? t('promises.accepted') : t('promises.notAccepted')}</Badge>
      </div>
      <p className="text-text-2 tabular-nums wrap-anywhere">
        {[
          ...results.map(({ name, value, unit }) => `${name}: ${figureWords(value)} ${unit}`),
          `${t('promises.openPointsLabel')}: ${figureWords(openPoints)}`,
          ...(witness === null ? [] : [`${t('promises.witness')}: ${witness}`]),
        ].join(' · ')}
      </p>
      {openPointList !== null && (
        <ul aria-label={t('promises.whatIsOpen')} className="list-disc ps-5 wrap-anywhere" translate="no">
          {[...new Set(openPointList.split('\n'))].map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {signature && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-s-2 border-line-2 ps-3">
          {signature.drawing && <SignatureImage drawing={signature.drawing} className="h-10 w-30" />}
          <span className="min-w-48 flex-1">
            {t('promises.signedBy')} <bdi className="font-[550] wrap-anywhere">{signature.name}</bdi> ·{' '}
            <DateLabel value={signature.signedAt} mode="absolute" />
          </span>
          {signature.isChanged && <Badge tone="warn">{t('service.changedSince')}</Badge>}
          {signature.results && (
            <ul aria-label={t('promises.asSigned')} className="basis-full text-12 text-text-2 wrap-anywhere">
              {signature.results.map(({ value, ...promised }) => (
                <li key={JSON.stringify([promised, value])}>
                  {t('promises.signedValue', {
                    name: promised.name,
                    promised: wholeWords(promised),
                    value: figureWords(value),
                    unit: promised.unit,
                  })}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {photos.length > 0 && (
        <div className="grid gap-2">
          <div>
            <Button size="dense" aria-expanded={showsPhotos} onClick={() => setShowsPhotos(!showsPhotos)}>
              {t('promises.showPhotos', { count: photos.length })}
            </Button>
          </div>
          {showsPhotos && (
            <ul className="flex flex-wrap gap-3">
              {photos.map((photo) => (
                <Photo key={photo.id} testId={test.id} photo={photo} />
              ))}
            </ul>
          )}
        </div>
      )}
    </li>
  )
}

function Photo({ testId, photo }: { testId: string; photo: ShownAcceptanceTest['photos'][number] }) {
  const request = toRequest(acceptanceTests.calls.getFile, { params: { id: testId, fileId: photo.id } })
  const { address, error } = usePictureAddress({ queryKey: ['acceptance-photo', photo.id], request })
  return (
    <li className="grid w-40 gap-1 text-12 text-text-2">
      {address !== undefined && (
        <img
          src={address}
          alt={t('outbox.photo')}
          className="aspect-4/3 w-full rounded-control border border-line object-cover"
        />
      )}
      {address === undefined && error === null && <Skeleton className="aspect-4/3 w-full" />}
      {error !== null && <span>{t('promises.photoNotShown')}</span>}
      <span className="wrap-anywhere">{photo.name}</span>
    </li>
  )
}
