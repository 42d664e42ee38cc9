import type { FC } from 'hono/jsx/dom'
import type { Role } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'

export interface PanelProps {
  session: CalendarSession
}

export interface Section {
  id: string
  words: () => { title: string; lead: string }
  /** The lowest role that sees the section. */
  role: Role
  /** The lowest plan that includes the section. */
  plan: 'PLUS' | 'PRO'
  Panel: FC<PanelProps>
}
