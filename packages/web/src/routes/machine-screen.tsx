import { t } from '@packhouse/messages'
import { useParams } from '@tanstack/react-router'
import { AlarmPanel } from '../features/alarms/machine-alarms.tsx'
import { DocumentButton } from '../features/documents/document-button.tsx'
import { MachineReportButton } from '../features/documents/machine-report-button.tsx'
import { MachinePageDocuments } from '../features/library/documents/machine-page-documents.tsx'
import { MachinePage } from '../features/monitoring/machine-page.tsx'
import { MachineDocuments } from '../features/service/machine-documents.tsx'
import { MachineOee } from '../features/service/machine-oee.tsx'
import { MachineService } from '../features/service/machine-service.tsx'
import { MachineStops } from '../features/service/machine-stops.tsx'
import { isDemoMode } from '../lib/demo-mode.ts'
import { useDocumentTitle } from '../lib/document-title.ts'

export function MachineScreen() {
  const { id } = useParams({ from: '/signed-in/machines/$id' })
  useDocumentTitle(id)
  // Another machine is another page: nothing of the one before may stay.
  return (
    <MachinePage
      key={id}
      id={id}
      alarms={<AlarmPanel machineID={id} />}
      stops={(window, clock) =>
        !isDemoMode() && (
          <>
            <MachineStops id={id} window={window} clock={clock} />
            <MachineOee id={id} window={window} />
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
    >
      {!isDemoMode() && (
        <>
          <MachineService id={id} />
          <MachinePageDocuments id={id} />
          <MachineDocuments id={id} />
        </>
      )}
    </MachinePage>
  )
}
