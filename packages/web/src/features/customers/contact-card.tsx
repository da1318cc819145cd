import { mailtoAddress } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { declared } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import { useTab } from '../../resource/use-tab.ts'
import { nameOf } from '../../resource/view.ts'
import { Button } from '../../ui/button.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { contactView } from './contact-view.ts'

const PRIMARY = { isPrimary: 'true', pageSize: '1' }
const link = 'underline decoration-kraft underline-offset-3 hover:decoration-current max-md:py-2.5'

/** The primary contact of a company, one press away from a call. */
export function ContactCard({ path, parentId }: { path: string; parentId: string }) {
  const contacts = declared('contact')
  const access = usePermission(contacts.calls.list)
  const { data, isPending } = useResourceList(contacts, PRIMARY, { mount: { path, parentId }, enabled: access.allowed })
  const [, showTab] = useTab(['overview', 'contacts'])
  if (!access.allowed) return null
  const contact = data?.items[0]
  return (
    <Panel>
      <PanelHead title={t('customers.primaryContact')}>
        <Button variant="quiet" size="dense" onClick={() => showTab('contacts')}>
          {t('customers.allContacts')}
        </Button>
      </PanelHead>
      <div className="grid gap-0.5 px-4 pb-4">
        {isPending && <Skeleton className="h-12" />}
        {contact && (
          <>
            <b className="font-semibold">{nameOf(contacts, contactView, contact)}</b>
            {contact.jobTitle != null && <span className="text-text-2">{String(contact.jobTitle)}</span>}
            {contact.email != null && (
              <a className={link} href={mailtoAddress(String(contact.email))}>
                {String(contact.email)}
              </a>
            )}
            {contact.phone != null && (
              <a className={link} href={`tel:${String(contact.phone).replaceAll(/[^+\d]/g, '')}`}>
                {String(contact.phone)}
              </a>
            )}
          </>
        )}
        {!isPending && !contact && <span className="text-text-2">{t('customers.nobodyYetOpenTheContactsAnd')}</span>}
      </div>
    </Panel>
  )
}
