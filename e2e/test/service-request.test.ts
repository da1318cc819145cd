import { serviceRequests } from '@packhouse/contract'
import { expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { messageOf } from '../src/record-list.ts'
import { Records } from '../src/records.ts'
import { test } from '../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }

test('A customer asks for service on a phone beside the machine, and reads there what staff answer', async ({
  visit,
}) => {
  const records = new Records(inject('quiet'))
  try {
    const { page } = await visit({ as: 'customer', ...PHONE })
    await page.goto('/machines/VFFS-2214')
    const panel = page.getByRole('region', { name: 'Service requests' })
    await panel.getByText('Nobody has asked for service of this machine.').waitFor()
    await page.getByRole('button', { name: 'Ask for service' }).first().tap()
    const form = page.getByRole('form', { name: 'Ask for service' })
    await form.getByRole('button', { name: 'Send' }).tap()
    await form.getByText('Enter what is wrong.').waitFor()
    await form.getByLabel('What is wrong').fill('Heron film tears')
    await form.getByLabel('Urgency').selectOption('Machine down')
    await form.getByLabel('Wanted by').fill('2031-12-01')
    expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
    await form.getByRole('button', { name: 'Send' }).tap()
    await messageOf(page, 'Service asked for').waitFor()
    const entry = panel.getByRole('listitem').filter({ hasText: 'Heron film tears' })
    await entry.getByText('Open', { exact: true }).waitFor()
    await entry.getByText('wanted by').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

    const [found] = (await records.find(serviceRequests, 'Heron film')) as { id: string; rowVersion: number }[]
    if (found === undefined) throw new Error('The request is in no list.')
    records.keep(serviceRequests, found.id)
    const { rowVersion } = found
    await records.update(serviceRequests, found.id, {
      rowVersion,
      status: 'planned',
      plannedOn: '2031-12-03',
      answer: 'Katja comes.',
    })
    await page.reload()
    await entry.getByText('Katja comes.').waitFor()
    await eventually(() => entry.getByText('Planned', { exact: true }).count()).toBe(1)
  } finally {
    await records.removeAll()
  }
})
