import { type ProjectVersionFacts, priceProject, toPriceInput, walkedProjectSchema } from '@packhouse/contract'
import type { Transaction } from '../../platform/database.ts'
import { readCurrency } from '../pricing/price-changed-projects.ts'
import { contentHash } from './whole-project.ts'

/** What is noted of a version of a project: totals and a hash, of which nothing tells a cost. */
export async function projectVersionFactsOf(
  db: Transaction,
  snapshot: Record<string, unknown>,
): Promise<ProjectVersionFacts> {
  const project = walkedProjectSchema.parse(snapshot)
  const currency = await readCurrency(db, project.currency)
  const { subtotal, discount, net, tax, total } = priceProject(toPriceInput(project, currency))
  return {
    contentHash: contentHash(snapshot, 'withoutCosts'),
    currency: project.currency,
    subtotal,
    discount,
    net,
    tax,
    total,
    lineCount: project.items.length,
  }
}
