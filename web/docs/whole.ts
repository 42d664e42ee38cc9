import { createApi, wordsOf } from '../shared/api.ts'
import { element, show, type Child } from '../shared/element.ts'
import { operationsOf, type Contract, type Operation } from './contract.ts'

interface Whole {
  contract: Contract
  operations: ReadonlyMap<string, Operation>
}

const api = createApi({ kind: 'none' })
let asked: Promise<Whole> | null = null

const read = async (): Promise<Whole> => {
  const contract = await api.get<Contract>('/v1/openapi.json')
  return { contract, operations: new Map(operationsOf(contract).map((each) => [each.id, each])) }
}

/** The whole document, which is a megabyte: it comes when something of it is opened, and once. */
const whole = () => {
  asked ??= read().catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}

/** Whoever points at something is about to open it. */
export const comeSoon = () => void whole().catch(() => null)

/** Draws into a place what only the whole document tells, or why it cannot be had; answers whether it was drawn. */
export const drawInto = async (place: HTMLElement, draw: (found: Whole) => Child): Promise<boolean> => {
  show(place, element('p', { class: 'quiet', role: 'status' }, 'One moment…'))
  try {
    show(place, draw(await whole()))
    return true
  } catch (error) {
    show(place, element('p', { class: 'notice bad', role: 'alert' }, wordsOf(error)))
    return false
  }
}
