import * as z from 'zod'
import { lazy } from '../kernel/lazy.ts'
import { findOperationTool, runOperationTool } from './operation-tools.ts'
import {
  doorStatusTool,
  findEventsTool,
  findPeopleTool,
  overviewTool,
  readEventTool,
  readGuestTool,
  whatChangedTool,
} from './read-tools.ts'
import type { Tool } from './tool.ts'
import { cancelEventTool, changeEventTool, changeGuestsTool, draftEventTool, messageGuestsTool } from './write-tools.ts'

export const TOOLS: readonly Tool[] = [
  overviewTool,
  findEventsTool,
  readEventTool,
  findPeopleTool,
  readGuestTool,
  doorStatusTool,
  whatChangedTool,
  draftEventTool,
  changeEventTool,
  cancelEventTool,
  messageGuestsTool,
  changeGuestsTool,
  findOperationTool,
  runOperationTool,
]

const annotationsOf = ({ kind, isOpenWorld = false }: Tool) => ({
  readOnlyHint: kind === 'reads',
  ...(kind === 'reads' ? {} : { destructiveHint: kind === 'changes' }),
  openWorldHint: isOpenWorld,
})

const schemaOf = ({ input }: Tool) => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input(), { io: 'input' })
  return schema
}

/** The response to `tools/list`. It contains no data, so it is the same for every caller. */
export const listedTools = lazy(() =>
  TOOLS.map((each) => ({
    name: each.name,
    title: each.title,
    description: each.description,
    inputSchema: schemaOf(each),
    annotations: annotationsOf(each),
  })),
)
