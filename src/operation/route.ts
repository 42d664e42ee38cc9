import type { Plan } from '../kernel/vocabulary.ts'
import type { Answer } from './answer.ts'

export type Surface = 'v1' | 'dashboard' | 'open'
/** In the order in which one reads them. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export interface Route<S extends Surface = Surface, Path extends string = string> {
  surface: S
  method: Method
  path: Path
  /** The other form of the same answer, where a surface shows fewer fields. */
  answer?: Answer
  /** The plan this surface asks for; every v1 route asks for PRO by itself. */
  plan?: Plan
  /** Why a route differs from the target contract: the path in force today, or the path that replaces this one. */
  current?: string
  successor?: string
  /** The URL itself is a credential: no CORS, no shared cache. */
  secret?: boolean
}

export type Line = `${Method} /${string}`
type PathOf<L extends Line> = L extends `${Method} ${infer Path}` ? Path : never
type Extras = Partial<Pick<Route, 'answer' | 'plan' | 'current' | 'successor' | 'secret'>>

const routeOn = <S extends Surface, Path extends string>(
  surface: S,
  method: string,
  path: Path,
  extras: Extras = {},
): Route<S, Path> => ({ surface, method: method as Method, path, ...extras })

const partsOf = <const L extends Line>(line: L) => line.split(' ') as [Method, PathOf<L>]

/** What is there answers; a path that another one is to replace says so. */
export const badgeOf = ({ successor }: Route) => (successor === undefined ? ('live' as const) : ('divergent' as const))

/** `/v1`, by API key. */
export const v1 = <const L extends Line>(line: L, extras?: Extras) => {
  const [method, path] = partsOf(line)
  return routeOn('v1', method, `/v1${path}` as const, extras)
}
/** By session token. */
export const dashboard = <const L extends Line>(line: L, extras?: Extras) =>
  routeOn('dashboard', ...partsOf(line), extras)
/** By nobody in particular. */
export const open = <const L extends Line>(line: L, extras?: Extras) => routeOn('open', ...partsOf(line), extras)

/** A route under /v1 and its twin for sessions. */
export const both = <const L extends Line>(line: L, extras: { v1?: Extras; dashboard?: Extras } = {}) =>
  [v1(line, extras.v1), dashboard(line, extras.dashboard)] as const

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsIn<R> = R extends Route<Surface, infer Path> ? Record<NamesIn<Path>, string> : never

/** The names that every route of an operation has in its path. */
export type ParamsOf<Routes extends readonly Route[]> = Record<keyof ParamsIn<Routes[number]> & string, string>
