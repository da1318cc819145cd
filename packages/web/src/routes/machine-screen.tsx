import { t } from '@packhouse/messages'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AlarmPanel } from '../features/alarms/machine-alarms.tsx'
import { MachineBenchmarkLink } from '../features/benchmark/machine-benchmark.tsx'
import { MachineDataSheetLink } from '../features/data-act/machine-data-sheet.tsx'
import { DocumentButton } from '../features/documents/document-button.tsx'
import { MachineReportButton } from '../features/documents/machine-report-button.tsx'
import { MachinePageDocuments } from '../features/library/documents/machine-page-documents.tsx'
import { MachinePage } from '../features/monitoring/machine-page.tsx'
import { MachineOriginPanel } from '../features/orders/machine-origin-panel.tsx'
import { MachinePromisesPanel } from '../features/promises/machine-promises.tsx'
import { MachineDocuments } from '../features/service/machine-documents.tsx'
import { MachineOee } from '../features/service/machine-oee.tsx'
import { MachineService } from '../features/service/machine-service.tsx'
import { MachineStops } from '../features/service/machine-stops.tsx'
import { SparePartsTab } from '../features/service/parts/spare-parts-tab.tsx'
import { AskButton } from '../features/service/requests/ask-button.tsx'
import { AskForServiceForm } from '../features/service/requests/ask-for-service-form.tsx'
import { MachineRequestsPanel } from '../features/service/requests/machine-requests.tsx'
import { useAsking } from '../features/service/requests/use-asking.ts'
import { WaitingRequests } from '../features/service/requests/waiting-requests.tsx'
import { MachineVisits } from '../features/service/visits/machine-visits.tsx'
import { isDemoMode } from '../lib/demo-mode.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { declared } from '../resource/registry.ts'
import { usePermission } from '../resource/use-permission.ts'
import { PanelGroup } from '../ui/panel-frame.tsx'
import { MachineProduction } from './machine-production.tsx'

// Few machines are not shared.
const MachineNotShared = lazy(async () => ({
  default: (await import('../features/sharing/machine-not-shared.tsx')).MachineNotShared,
}))

export function MachineScreen() {
  const { id } = useParams({ from: '/signed-in/machines/$id' })
  useDocumentTitle(id)
  const { allowed: seesFiles } = usePermission(declared('machine').calls.files)
  const asking = useAsking()
  // Another machine is another page: nothing of the one before may stay.
  return (
    <MachinePage
      key={id}
      id={id}
      notShared={(again) => (
        <Suspense>
          <MachineNotShared id={id} onShared={again} />
        </Suspense>
      )}
      act={!isDemoMode() && <AskButton asking={asking} />}
      acting={
        !isDemoMode() && (asking.isOpen ? <AskForServiceForm id={id} asking={asking} /> : <WaitingRequests id={id} />)
      }
      alarms={<AlarmPanel machineID={id} />}
      production={(page, compared) =>
        !isDemoMode() && (
          <>
            <MachineProduction
              id={id}
              page={page}
              stops={<MachineStops id={id} window={page.minutes} clock={page.clock} />}
            />
            <MachineOee id={id} window={page.minutes} compared={compared} link={<MachineBenchmarkLink id={id} />} />
          </>
        )
      }
      report={(window, clock) => !isDemoMode() && <MachineReportButton id={id} window={window} clock={clock} />}
      label={
        !isDemoMode() && (
          <DocumentButton size="dense" request={{ type: 'label', id }}>
            {t('documents.labelPdf')}
          </DocumentButton>
        )
      }
      service={
        !isDemoMode() && (
          <PanelGroup>
            <MachineService id={id} />
            <MachineVisits id={id} />
            <MachineRequestsPanel id={id} asking={asking} />
          </PanelGroup>
        )
      }
      promises={!isDemoMode() && <MachinePromisesPanel id={id} />}
      origin={!isDemoMode() && <MachineOriginPanel id={id} />}
      documents={!isDemoMode() && <MachinePageDocuments id={id} link={<MachineDataSheetLink id={id} />} />}
      parts={isDemoMode() ? undefined : { label: t('service.spareParts'), content: <SparePartsTab id={id} /> }}
      files={
        seesFiles && !isDemoMode()
          ? { label: t('service.documents'), content: <MachineDocuments id={id} /> }
          : undefined
      }
    />
  )
}
