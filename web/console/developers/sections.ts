import { deliveriesSection } from './deliveries.tsx'
import { embedSection } from './embed.tsx'
import { exportsSection } from './exports.tsx'
import { feedSection } from './feed.tsx'
import { keysSection } from './keys.tsx'
import { referenceSection } from './reference.tsx'
import { sandboxesSection } from './sandboxes.tsx'
import { roleCovers } from '../session.ts'
import type { Section } from './section.ts'
import type { Role } from '../../shared/answers.ts'
import { webhooksSection } from './webhooks.tsx'

const SECTIONS: readonly Section[] = [
  keysSection,
  webhooksSection,
  deliveriesSection,
  feedSection,
  embedSection,
  exportsSection,
  sandboxesSection,
  referenceSection,
]

export const sectionsFor = (role: Role) => SECTIONS.filter((section) => roleCovers(role, section.role))

/** Returns the section named in the URL, or else the first one. */
export const sectionFor = (sections: readonly Section[], id: string | null): Section =>
  sections.find((section) => section.id === id) ?? sections[0] ?? referenceSection
