// Automatic announcements in each language, as whole sentences.
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { CauseWord, ShownCause } from '../../domain/status-page/public-cause.ts'
import { utcText } from '../../domain/time/format.ts'

interface NoticeText {
  readonly title: (name: string) => string
  readonly causes: Readonly<Record<CauseWord, (name: string) => string>>
  readonly insteadOf: (detected: string, expected: string) => string
  readonly lookingIntoIt: string
  readonly workingOnIt: string
  readonly worksAgain: (name: string) => string
  readonly planned: string
  readonly begun: string
  readonly done: string
  readonly calledOff: string
  readonly moved: (start: string, end: string) => string
}

const words: Readonly<Record<PageLanguage, NoticeText>> = {
  en: {
    title: (name) => `${name} is disrupted`,
    causes: {
      unreachable: (name) => `${name} cannot be reached.`,
      errors: (name) => `${name} answers with errors.`,
      slow: (name) => `${name} is slow.`,
      certificate: (name) => `${name} has a certificate problem.`,
      silent: (name) => `${name} has not reported in.`,
      disrupted: (name) => `${name} is disrupted.`,
    },
    insteadOf: (detected, expected) => `Seen: ${detected}. Expected: ${expected}.`,
    lookingIntoIt: 'We are looking into it.',
    workingOnIt: 'We know of the problem and are working on it.',
    worksAgain: (name) => `${name} works again.`,
    planned: 'While this work is going on, parts of the service may not be available.',
    begun: 'The work has begun.',
    done: 'The work is done.',
    calledOff: 'The work was called off.',
    moved: (start, end) => `The work is now planned from ${start} to ${end}.`,
  },
  de: {
    title: (name) => `${name} ist gestört`,
    causes: {
      unreachable: (name) => `${name} ist nicht erreichbar.`,
      errors: (name) => `${name} antwortet mit Fehlern.`,
      slow: (name) => `${name} ist langsam.`,
      certificate: (name) => `${name} hat ein Problem mit dem Zertifikat.`,
      silent: (name) => `${name} hat sich nicht gemeldet.`,
      disrupted: (name) => `${name} ist gestört.`,
    },
    insteadOf: (detected, expected) => `Gesehen: ${detected}. Erwartet: ${expected}.`,
    lookingIntoIt: 'Wir sehen nach, woran es liegt.',
    workingOnIt: 'Wir kennen das Problem und arbeiten daran.',
    worksAgain: (name) => `${name} funktioniert wieder.`,
    planned: 'Während der Arbeiten sind Teile des Dienstes möglicherweise nicht verfügbar.',
    begun: 'Die Arbeiten haben begonnen.',
    done: 'Die Arbeiten sind abgeschlossen.',
    calledOff: 'Die Arbeiten wurden abgesagt.',
    moved: (start, end) => `Die Arbeiten sind jetzt von ${start} bis ${end} geplant.`,
  },
  fr: {
    title: (name) => `${name} est perturbé`,
    causes: {
      unreachable: (name) => `${name} est injoignable.`,
      errors: (name) => `${name} répond avec des erreurs.`,
      slow: (name) => `${name} est lent.`,
      certificate: (name) => `${name} a un problème de certificat.`,
      silent: (name) => `${name} n’a pas donné signe de vie.`,
      disrupted: (name) => `${name} est perturbé.`,
    },
    insteadOf: (detected, expected) => `Constaté : ${detected}. Attendu : ${expected}.`,
    lookingIntoIt: 'Nous cherchons la cause.',
    workingOnIt: 'Nous connaissons le problème et y travaillons.',
    worksAgain: (name) => `${name} fonctionne de nouveau.`,
    planned: 'Pendant ces travaux, certaines parties du service peuvent être indisponibles.',
    begun: 'Les travaux ont commencé.',
    done: 'Les travaux sont terminés.',
    calledOff: 'Les travaux sont annulés.',
    moved: (start, end) => `Les travaux sont désormais prévus de ${start} à ${end}.`,
  },
  es: {
    title: (name) => `${name} tiene problemas`,
    causes: {
      unreachable: (name) => `No se puede acceder a ${name}.`,
      errors: (name) => `${name} responde con errores.`,
      slow: (name) => `${name} va lento.`,
      certificate: (name) => `${name} tiene un problema de certificado.`,
      silent: (name) => `${name} no ha dado señales.`,
      disrupted: (name) => `${name} tiene problemas.`,
    },
    insteadOf: (detected, expected) => `Visto: ${detected}. Esperado: ${expected}.`,
    lookingIntoIt: 'Estamos investigando.',
    workingOnIt: 'Conocemos el problema y trabajamos en él.',
    worksAgain: (name) => `${name} vuelve a funcionar.`,
    planned: 'Durante estos trabajos, partes del servicio pueden no estar disponibles.',
    begun: 'Los trabajos han comenzado.',
    done: 'Los trabajos han terminado.',
    calledOff: 'Los trabajos se han cancelado.',
    moved: (start, end) => `Los trabajos están previstos ahora del ${start} al ${end}.`,
  },
  ja: {
    title: (name) => `${name}で障害が発生しています`,
    causes: {
      unreachable: (name) => `${name}に接続できません。`,
      errors: (name) => `${name}がエラーを返しています。`,
      slow: (name) => `${name}の応答が遅くなっています。`,
      certificate: (name) => `${name}の証明書に問題があります。`,
      silent: (name) => `${name}からの報告が途絶えています。`,
      disrupted: (name) => `${name}で障害が発生しています。`,
    },
    insteadOf: (detected, expected) => `検出値：${detected}。期待値：${expected}。`,
    lookingIntoIt: '原因を調査しています。',
    workingOnIt: '問題を把握し、対応を進めています。',
    worksAgain: (name) => `${name}は復旧しました。`,
    planned: '作業中は、サービスの一部をご利用いただけない場合があります。',
    begun: '作業を開始しました。',
    done: '作業が完了しました。',
    calledOff: '作業は中止になりました。',
    moved: (start, end) => `作業は${start}から${end}までに変更されました。`,
  },
  zh: {
    title: (name) => `${name}出现故障`,
    causes: {
      unreachable: (name) => `${name}无法访问。`,
      errors: (name) => `${name}返回错误。`,
      slow: (name) => `${name}响应缓慢。`,
      certificate: (name) => `${name}的证书有问题。`,
      silent: (name) => `${name}没有按时报告。`,
      disrupted: (name) => `${name}出现故障。`,
    },
    insteadOf: (detected, expected) => `检测值：${detected}。期望值：${expected}。`,
    lookingIntoIt: '我们正在调查。',
    workingOnIt: '我们已了解问题，正在处理。',
    worksAgain: (name) => `${name}已恢复正常。`,
    planned: '维护期间，部分服务可能无法使用。',
    begun: '维护已开始。',
    done: '维护已完成。',
    calledOff: '维护已取消。',
    moved: (start, end) => `维护时间改为 ${start} 至 ${end}。`,
  },
}

// Announcements have 200 and 5,000 characters; a detected value may be long.
const maxValue = 200
const maxTitle = 200
const cut = (text: string, maxCount: number): string =>
  text.length <= maxCount ? text : `${text.slice(0, maxCount - 1)}…`

export const titleOfIncident = (language: PageLanguage, name: string): string =>
  cut(words[language].title(name), maxTitle)

export function openingOf(language: PageLanguage, name: string, { word, detected, expected }: ShownCause): string {
  const { causes, insteadOf, lookingIntoIt } = words[language]
  const value =
    detected !== null && expected !== null ? [insteadOf(cut(detected, maxValue), cut(expected, maxValue))] : []
  return [causes[word](name), ...value, lookingIntoIt].join(' ')
}

export const takenOn = (language: PageLanguage): string => words[language].workingOnIt
export const endOfIncident = (language: PageLanguage, name: string): string => words[language].worksAgain(name)

export function maintenanceWords(language: PageLanguage, said: 'planned' | 'begun' | 'done' | 'calledOff'): string {
  return words[language][said]
}

/** Maintenance without a known end is only announced as planned. */
export function movedMaintenance(language: PageLanguage, { from, to }: { from: Date | null; to: Date | null }): string {
  const { moved, planned } = words[language]
  return from && to ? moved(utcText(from, 'minutes'), utcText(to, 'minutes')) : planned
}
