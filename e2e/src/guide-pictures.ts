import type { Page } from 'playwright-core'
import { desktop, type Picture, pageOfConfigurator, pageOfCustomer } from './picture.ts'

const light = { ...desktop, colorScheme: 'light' } as const
const dark = { ...desktop, colorScheme: 'dark' } as const
const tall = (options: typeof light | typeof dark, height = 1_100) => ({
  ...options,
  viewport: { width: 1280, height },
})
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first()
const machine = { address: '/machines/VFFS-2214', last: (page: Page) => page.locator('canvas').nth(2) }

/** The pictures of `docs/guide`, as small as they may be and still be read. */
export const guidePictures: Picture[] = [
  { name: 'overview', address: '/', options: light },
  { name: 'overview-dark', address: '/', options: dark },
  { name: 'machine', ...machine, options: tall(light) },
  { name: 'machine-dark', ...machine, options: tall(dark) },
  {
    name: 'stops',
    ...machine,
    options: tall(light, 2_400),
    part: (page) => page.getByRole('region', { name: 'Stops', exact: true }),
  },
  {
    name: 'alarm-rule',
    address: '/alarms?tab=rules&open=new',
    options: light,
    as: 'staff',
    last: (page) => page.getByRole('textbox', { name: 'Raise delay' }),
  },
  { name: 'customer', address: pageOfCustomer, options: light, as: 'staff', last: heading('Recent activity') },
  {
    name: 'configurator',
    address: pageOfConfigurator,
    options: light,
    as: 'staff',
    last: heading('What has to be packed'),
  },
  { name: 'projects', address: '/estimator/projects', options: light, as: 'staff', last: heading('Projects') },
  {
    name: 'permissions',
    address: '/people/permissions',
    options: light,
    as: 'staff',
    last: (page) => page.getByRole('checkbox', { name: 'staff may customer.read', exact: true }),
  },
  { name: 'health', address: '/system/health', options: light, as: 'staff', last: heading('Servers') },
]
