// What the steps around a check must know, and only its type can tell.
import { findCheck } from '../../checks/index.ts'
import type { CheckOrder } from './messages.ts'

type JudgedOrder = Pick<CheckOrder, 'type' | 'target' | 'config' | 'forPicture'>

export function hostOf({ type, target }: JudgedOrder): string {
  const parsed = findCheck(type)?.target.parse(target)
  return parsed && 'host' in parsed ? parsed.host : target
}

export const needsBrowser = ({ type, config, forPicture }: JudgedOrder): boolean =>
  forPicture === true || (findCheck(type)?.needsBrowser(config) ?? false)
