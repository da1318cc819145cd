import { contacts, customers, licences, machines, suppliers } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import type { Guard } from './guard.ts'
import { boxOf, drawerOf, openList, questionOf, rowOf } from './record-list.ts'
import { createCustomer, createLocation, type Records } from './records.ts'

/** What the screens show: a customer with one of everything, and a supplier. */
export interface BackOffice {
  customerId: string
  supplierId: string
}

/** A screen of the back office in one of its states, and how to come to it. */
export interface BackOfficeScreen {
  name: string
  open: (page: Page, office: BackOffice, guard: Guard) => Promise<unknown>
  /** The main ones are looked at on the width of a phone too. */
  main?: true
}

/** Makes what the screens show. */
export async function furnish(records: Records): Promise<BackOffice> {
  const { id: customerId } = await createCustomer(records, 'Herring Foods', { status: 'hold', notes: 'Call first' })
  await createCustomer(records, 'Herring Other', { status: 'inactive', parentId: customerId })
  const ada = await records.create(contacts, { customerId, firstName: 'Ada', email: 'ada@herring.example' })
  await records.setPrimary(contacts, ada.id)
  await createLocation(records, { customerId, name: 'Herring plant', latitude: 60.39, longitude: 5.32 })
  await records.create(licences, { customerId, name: 'Line monitor', expiresAt: '2026-01-31', features: ['history'] })
  await records.create(machines, { machineID: `E2E-OFFICE-${customerId.slice(-6)}`, customerId })
  await records.update(customers, customerId, { rowVersion: 1, notes: 'Call before noon' })
  const supplier = { code: 'HERRING', name: 'Herring Parts', currency: 'EUR', rating: 4, preferred: true }
  const { id: supplierId } = await records.create(suppliers, supplier)
  return { customerId, supplierId }
}

const LIST = '/customers?search=Herring'

async function openForm(page: Page, { customerId }: BackOffice) {
  const grid = await openList(page, `${LIST}&open=${customerId}`, 'customers')
  await drawerOf(page, 'Herring Foods').getByRole('textbox', { name: 'Legal name' }).waitFor()
  return grid
}

function tab(name: string, seen: (page: Page) => Promise<unknown>): BackOfficeScreen {
  return {
    name: `the customer page, ${name}`,
    ...(name === 'overview' || name === 'locations' ? { main: true } : {}),
    async open(page, { customerId }) {
      await page.goto(`/customers/${customerId}?tab=${name}`)
      await seen(page)
    },
  }
}

const inGrid = (page: Page) => page.getByRole('grid').waitFor()

/** Every screen of the back office. */
export const backOfficeScreens: BackOfficeScreen[] = [
  {
    name: 'the fleet',
    main: true,
    async open(page) {
      await page.goto('/fleet')
      await page.getByRole('grid', { name: 'Machines' }).getByRole('link').first().waitFor()
      await page.getByRole('button', { name: /^Bergen \(5 in all/ }).waitFor()
    },
  },
  { name: 'the list of customers', main: true, open: (page) => openList(page, LIST, 'customers') },
  {
    name: 'a list with selected rows and open columns',
    async open(page) {
      const grid = await openList(page, LIST, 'customers')
      await boxOf(grid, 'Herring Foods').click()
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox').first().waitFor()
    },
  },
  {
    name: 'a list with open filters',
    async open(page) {
      await openList(page, LIST, 'customers')
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('dialog', { name: 'More filters' }).waitFor()
    },
  },
  {
    name: 'a list where nothing matches',
    async open(page) {
      await page.goto('/customers?search=Herrings%20Foods&status=hold')
      await page.getByRole('button', { name: 'Herring Foods', exact: true }).waitFor()
    },
  },
  { name: 'the drawer of a customer', main: true, open: openForm },
  {
    name: 'a form with faults',
    main: true,
    async open(page) {
      await openList(page, '/customers?open=new', 'customers')
      const form = drawerOf(page, 'New customer')
      await form.getByRole('button', { name: 'Create customer' }).click()
      await form.getByText(/^Not saved/).waitFor()
    },
  },
  {
    name: 'the question whether to leave',
    async open(page, office) {
      await openForm(page, office)
      await drawerOf(page, 'Herring Foods').getByRole('textbox', { name: 'Legal name' }).fill('Typed')
      await page.keyboard.press('Escape')
      await questionOf(page, 'Leave without saving?').waitFor()
    },
  },
  {
    name: 'two versions of a row',
    async open(page, office, guard) {
      guard.expectStatus(409, /^\/v1\/customers\//)
      await openForm(page, office)
      await page.route('**/v1/customers/*', async (route) => {
        if (route.request().method() !== 'PUT') return await route.fallback()
        await route.continue({ postData: { ...route.request().postDataJSON(), rowVersion: 1 } as never })
      })
      const form = drawerOf(page, 'Herring Foods')
      await form.getByRole('textbox', { name: 'Notes' }).fill('Mine')
      await form.getByRole('button', { name: 'Save changes' }).click()
      await page.getByRole('dialog', { name: /in the meantime$/ }).waitFor()
    },
  },
  {
    name: 'a record that cannot be deleted',
    async open(page, office) {
      await rowOf(await openForm(page, office), 'Herring Foods').waitFor()
      await page.getByRole('button', { name: 'Delete this customer' }).click()
      await questionOf(page, 'Herring Foods cannot be deleted yet').waitFor()
    },
  },
  tab('overview', (page) => page.getByRole('link', { name: 'ada@herring.example' }).waitFor()),
  tab('contacts', inGrid),
  tab('locations', (page) => page.getByRole('button', { name: 'Herring plant' }).waitFor()),
  tab('machines', (page) => page.getByText('No live data', { exact: true }).waitFor()),
  tab('licences', inGrid),
  tab('history', (page) => page.getByText('created it').waitFor()),
  { name: 'the list of suppliers', open: (page) => openList(page, '/suppliers?search=Herring', 'suppliers') },
  {
    name: 'the page of a supplier',
    async open(page, { supplierId }) {
      await page.goto(`/suppliers/${supplierId}`)
      await page.getByRole('heading', { level: 1, name: 'Herring Parts' }).waitFor()
    },
  },
  {
    name: 'the list of countries',
    open: (page) => openList(page, '/reference/countries?search=NOR', 'countries'),
  },
  {
    name: 'the installed machines',
    main: true,
    open: (page) => openList(page, '/installed-machines?search=E2E-OFFICE', 'installed machines'),
  },
  {
    name: 'the unclaimed machines',
    async open(page) {
      await page.goto('/installed-machines?tab=unclaimed')
      await page.getByRole('heading', { level: 1, name: 'Unclaimed machines' }).waitFor()
    },
  },
  {
    name: 'the command palette',
    main: true,
    async open(page) {
      await openList(page, LIST, 'customers')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('herring')
      await page.getByRole('group', { name: 'Contacts' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'the import of a file',
    async open(page) {
      await openList(page, LIST, 'customers')
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('heading', { name: 'Import customers' }).waitFor()
    },
  },
]
