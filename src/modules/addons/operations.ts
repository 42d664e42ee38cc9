import { eventsWrite, ticketsRead } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { edit } from '../../db/edit.ts'
import { onlyRow } from '../../db/statement.ts'
import { invalid, invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { both, deleted, Deleted, listOf, one, open, operation } from '../../operation/operation.ts'
import { markContentChanged, WAS_WRITTEN } from '../tickets/index.ts'
import { asGross, listRates, ratesOf, withTax } from '../tax-rates/index.ts'
import { Addon, AddonChanges, AddonWithTax, NewAddon } from './addons.schema.ts'
import { mergeAddon, toAddon } from './addons.ts'
import {
  addAddon,
  changeAddon,
  findAddon,
  mayAddAddon,
  mayChangeAddon,
  mayDeleteAddon,
  readAddons,
  removeAddon,
} from './addons.store.ts'

/** The unique index rejects the second of two concurrent writes of the same `key`. */
const withKey = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error, 'addons.key') ? invalid('key', 'is already used by another add-on') : error
  }
}

export const listAddons = operation({
  id: 'addons.list',
  summary: 'List add-ons',
  subject: 'event',
  access: ticketsRead,
  routes: both('GET /events/:eventId/addons'),
  answer: listOf(AddonWithTax),
  async run({ calendar, event }, deps) {
    const [all, rates] = await Promise.all([readAddons(deps.db, event.id), listRates(deps.db, calendar.id)])
    return all.map((addon) => withTax(toAddon(addon, deps.clock()), rates))
  },
})

export const listOpenAddons = operation({
  id: 'addons.openList',
  summary: 'List public add-ons',
  description:
    'Returns the add-ons that the order form offers. Paused add-ons and those whose sales ended are left out.',
  subject: 'event',
  routes: [open('GET /public/events/:eventId/addons')],
  answer: listOf(Addon),
  async run({ event }, deps) {
    const all = (await readAddons(deps.db, event.id)).map((addon) => toAddon(addon, deps.clock()))
    return all.filter(({ status }) => status !== 'PAUSED' && status !== 'ENDED')
  },
})

export const createAddon = operation({
  id: 'addons.create',
  summary: 'Create an add-on',
  description: 'An add-on is bought together with seats. Registrations of a party name it in `addons`.',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/addons'),
  body: NewAddon,
  answer: one(AddonWithTax),
  refusals: ['addon_limit_reached'],
  async recover(effectId, { calendar, event }, deps) {
    const made = await findAddon(deps.db, event.id, effectId)
    return made === null ? null : withTax(toAddon(made, deps.clock()), await listRates(deps.db, calendar.id))
  },
  async run({ calendar, event, body }, deps) {
    const given = await asGross(body, { calendarId: calendar.id, existing: null }, deps.db)
    const { addon, faults } = mergeAddon(given, null, { zone: event.timezone, payments: deps.payments })
    if (faults.length > 0) throw invalidFields(faults)
    const now = deps.clock()
    const row = { ...addon, id: deps.newId('add'), eventId: event.id, taken: 0, createdAt: now, updatedAt: now }
    const rule = mayAddAddon(row)
    const { add, rates } = await withKey(() =>
      deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: {
          add: addAddon(row, body.sortOrder ?? null, rule),
          marked: markContentChanged(deps.db, calendar.id, now, WAS_WRITTEN),
          rates: ratesOf(calendar.id),
        },
        effectId: rowIn('addons', row.id),
      }),
    )
    const [judged] = add.why
    if (judged === undefined) throw notFound()
    return rule.refusal(judged) ?? withTax(toAddon(onlyRow(add.made), now), rates)
  },
})

export const updateAddon = operation({
  id: 'addons.update',
  summary: 'Update an add-on',
  description: 'A new price applies to new orders, also to those of guests who are still waiting for a seat.',
  subject: 'event',
  access: eventsWrite,
  routes: both('PATCH /events/:eventId/addons/:addonId'),
  body: AddonChanges,
  answer: one(AddonWithTax),
  refusals: ['conflicting_edits'],
  async run({ calendar, event, params, body }, deps) {
    const edited = await edit(
      () => findAddon(deps.db, event.id, params.addonId),
      async (before) => {
        if (before === null) throw notFound()
        const given = await asGross(body, { calendarId: calendar.id, existing: before }, deps.db)
        const { addon, faults } = mergeAddon(given, before, { zone: event.timezone, payments: deps.payments })
        if (faults.length > 0) throw invalidFields(faults)
        const now = deps.clock()
        const after = { ...before, ...addon, updatedAt: Math.max(now, before.updatedAt + 1) }
        const rule = mayChangeAddon(after)
        const { change, rates } = await withKey(() =>
          deps.commit({
            calendarId: calendar.id,
            atEvent: event.id,
            seenBy: 'visitors',
            statements: {
              change: changeAddon(deps.db, before, after, rule),
              marked: markContentChanged(deps.db, calendar.id, now, WAS_WRITTEN),
              rates: ratesOf(calendar.id),
            },
          }),
        )
        const [judged] = change.why
        if (judged === undefined) return null
        return rule.refusal(judged) ?? withTax(toAddon(onlyRow(change.changed), now), rates)
      },
    )
    return (
      edited ??
      refusal('conflicting_edits', { says: 'Another request changed this add-on at the same time. Try again.' })
    )
  },
})

export const deleteAddon = operation({
  id: 'addons.delete',
  effects: ['deletes'],
  summary: 'Delete an add-on',
  description: 'Fails with 409 if a guest has bought or chosen it.',
  subject: 'event',
  access: eventsWrite,
  routes: both('DELETE /events/:eventId/addons/:addonId'),
  answer: one(Deleted),
  refusals: ['addon_sold'],
  async run({ calendar, event, params }, deps) {
    const { remove } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        remove: removeAddon(deps.db, event.id, params.addonId),
        marked: markContentChanged(deps.db, calendar.id, deps.clock(), WAS_WRITTEN),
      },
    })
    const [judged] = remove.why
    if (judged === undefined) throw notFound()
    return mayDeleteAddon.refusal(judged) ?? deleted(onlyRow(remove.gone).id)
  },
})
