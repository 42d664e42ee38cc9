import * as z from 'zod'
import { lazy, type Lazy } from '../kernel/lazy.ts'
import type { ProgramActor } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import type { Operations } from './operations.ts'

/** The user's answer to the question that an earlier call of this tool returned. */
export interface PersonAnswer {
  state: string
  action: string
  content: Record<string, unknown>
}

/** The context that a tool works with. */
export interface ToolContext {
  operations: Operations
  /** The API key or app behind the call. Makes a request only if no operation has run yet. */
  agent(): Promise<ProgramActor>
  deps: Pick<Deps, 'readBuilt' | 'vault'>
  /** Whether the client can show a question to the person. */
  mayAsk: boolean
  answer: PersonAnswer | null
}

/** A question to the user, returned instead of a result. */
export interface PersonQuestion {
  message: string
  requestedSchema: Record<string, unknown>
  state: string
}

export type ToolResult =
  | { kind: 'done'; answer: Record<string, unknown> }
  /** Returns a result without any text by other people. */
  | { kind: 'own'; answer: Record<string, unknown> }
  | { kind: 'refused'; text: string }
  | { kind: 'question'; question: PersonQuestion }

interface Described {
  name: string
  title: string
  description: string
  kind: 'reads' | 'adds' | 'changes'
  /** Whether the tool reaches people outside the calendar's team. */
  isOpenWorld?: boolean
}

interface Declaration<Shape extends z.ZodRawShape> extends Described {
  input(): Shape
  run(input: z.output<z.ZodObject<Shape>>, context: ToolContext): Promise<ToolResult>
}

export interface Tool extends Described {
  input: Lazy<z.ZodObject>
  run(input: unknown, context: ToolContext): Promise<ToolResult>
}

export const tool = <Shape extends z.ZodRawShape>({ input, run, ...described }: Declaration<Shape>): Tool => ({
  ...described,
  input: lazy(() => z.strictObject(input())),
  run: (given, context) => run(given as z.output<z.ZodObject<Shape>>, context),
})

export const done = (answer: Record<string, unknown>): ToolResult => ({ kind: 'done', answer })
