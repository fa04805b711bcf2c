// Types that drive a browser.
export const browsers = {
  // browser
  'Page speed audit': 'Tempo einer Seite',
  'Audits one page with Lighthouse in a real browser: Core Web Vitals, scores, weight and errors.':
    'Untersucht eine Seite mit Lighthouse in einem echten Browser: Core Web Vitals, Punkte, Gewicht und Fehler.',
  'The page to audit': 'Die Seite, die untersucht wird',
  Device: 'Gerät',
  'Screen and speed of the device the page is loaded on':
    'Bildschirm und Tempo des Geräts, auf dem die Seite geladen wird',
  Categories: 'Bereiche',
  'What is scored': 'Wofür es Punkte gibt',
  Throttling: 'Drosselung',
  'simulated computes a slow network, devtools slows the real one down, none uses it as it is':
    '„berechnet“ rechnet ein langsames Netz aus, „echt“ bremst das wirkliche, „keine“ nimmt es, wie es ist',
  Runs: 'Durchläufe',
  'Audits per check; the median counts': 'Untersuchungen je Prüfung; die mittlere zählt',
  Cookies: 'Cookies',
  'Cookies set for the host of the target before the page is loaded':
    'Cookies, die für den Host des Ziels gesetzt werden, bevor die Seite geladen wird',
  'Blocked URL patterns': 'Gesperrte URL-Muster',
  'Requests that are not sent; * stands for any text':
    'Anfragen, die nicht gesendet werden; * steht für beliebigen Text',
  Locale: 'Sprache',
  'Language of the browser and of the report, such as en or de-AT':
    'Sprache des Browsers und des Berichts, etwa en oder de-AT',
  'Capture screenshot': 'Bild festhalten',
  'Keep a picture of the loaded page': 'Ein Bild der geladenen Seite speichern',
  'Capture report': 'Bericht festhalten',
  'Keep the full report for 30 days': 'Den ganzen Bericht 30 Tage speichern',
  'Seconds before an audit gives up': 'Sekunden, nach denen eine Untersuchung aufgibt',
  'Version of the browser and of Lighthouse': 'Version des Browsers und von Lighthouse',
  'Performance score': 'Punkte für Leistung',
  'Accessibility score': 'Punkte für Barrierefreiheit',
  'Best practices score': 'Punkte für gute Praxis',
  'SEO score': 'Punkte für Suchmaschinen',
  'Search engine score': 'Punkte für Suchmaschinen',
  'Largest contentful paint': 'Zeit, bis das größte Element zu sehen ist',
  'First contentful paint': 'Zeit, bis der erste Inhalt zu sehen ist',
  'Total blocking time': 'Zeit, in der die Seite blockiert ist',
  'Speed index': 'Tempo-Index',
  'Time to interactive': 'Zeit, bis sich die Seite bedienen lässt',
  'Time to the first byte': 'Zeit bis zum ersten Byte',
  'Interaction to next paint; only when there was an interaction':
    'Zeit von einer Eingabe bis zum nächsten Bild; nur, wenn es eine Eingabe gab',
  'Cumulative layout shift': 'Verschiebung des Layouts, zusammengezählt',
  'Total bytes': 'Größe insgesamt',
  'Bytes the page transfers': 'Bytes, die die Seite überträgt',
  'JavaScript bytes': 'Größe der Skripte',
  'Bytes of scripts': 'Bytes von Skripten',
  'CSS bytes': 'Größe der Stylesheets',
  'Bytes of style sheets': 'Bytes von Stylesheets',
  'Image bytes': 'Größe der Bilder',
  'Bytes of images': 'Bytes von Bildern',
  'Font bytes': 'Größe der Schriften',
  'Bytes of fonts': 'Bytes von Schriften',
  'Third party bytes': 'Größe des Fremden',
  'Bytes from other sites': 'Bytes von anderen Websites',
  'Request count': 'Anzahl der Anfragen',
  'Requests the page makes': 'Anfragen, die die Seite stellt',
  'DOM nodes': 'DOM-Knoten',
  'Elements in the page': 'Elemente der Seite',
  'Console errors': 'Fehler in der Konsole',
  'Errors written to the console': 'Fehler, die in die Konsole geschrieben wurden',
  'Failed requests': 'Fehlgeschlagene Anfragen',
  'Requests that failed': 'Anfragen, die fehlschlugen',
  'Mixed content': 'Gemischter Inhalt',
  'Requests without TLS on a page with TLS': 'Anfragen ohne TLS auf einer Seite mit TLS',
  'Status code of the page': 'Statuscode der Seite',
  'Audit failed': 'Untersuchung fehlgeschlagen',
  'Page could not be audited (1 yes)': 'Die Seite konnte nicht untersucht werden (1 ja)',
  'Score drop': 'Punktverlust',
  'Points the performance score lies below its 7-day median':
    'Punkte, um die die Leistung unter ihrem Median von 7 Tagen liegt',
  'Slow LCP': 'Langsames LCP',
  'Layout Shift': 'Layout verschiebt sich',
  'Low Performance Score': 'Wenig Punkte für Leistung',

  // playwright
  'Browser journey': 'Ablauf im Browser',
  'Runs a Playwright Test script step by step in a sandboxed browser and keeps screenshots and a trace when it fails.':
    'Führt ein Skript von Playwright Test Schritt für Schritt in einem abgeschotteten Browser aus und ' +
    'hebt bei Fehlern Bilder und eine Aufzeichnung auf.',
  'Where the journey starts; the script reads it as process.env.TARGET_URL':
    'Wo der Ablauf beginnt; das Skript liest es als process.env.TARGET_URL',
  Script: 'Skript',
  'Playwright Test script in TypeScript or JavaScript: 1 to 10 tests, at most 64 KB, variables in process.env':
    'Skript von Playwright Test in TypeScript oder JavaScript: 1 bis 10 Tests, höchstens 64 KB, ' +
    'Variablen in process.env',
  'Seconds before the whole journey gives up, capped by the plan':
    'Sekunden, nach denen der ganze Ablauf aufgibt; der Tarif setzt eine Grenze',
  Retry: 'Wiederholen',
  'Try a failed test once more in the same run; one that then passes is flaky, not failed':
    'Einen fehlgeschlagenen Test im selben Lauf noch einmal versuchen; besteht er dann, gilt er als ' +
    'wackelig, nicht als fehlgeschlagen',
  Trace: 'Aufzeichnung',
  'Keep a trace of a failed run for 30 days': 'Von einem fehlgeschlagenen Lauf 30 Tage eine Aufzeichnung speichern',
  'Version of the browser and of Playwright': 'Version des Browsers und von Playwright',
  'Failed tests': 'Fehlgeschlagene Tests',
  'Tests that failed': 'Tests, die fehlschlugen',
  'Time for the whole journey': 'Zeit für den ganzen Ablauf',
  'LCP max': 'Größtes LCP',
  'Slowest largest contentful paint of the pages visited':
    'Längste Zeit, bis das größte Element einer besuchten Seite zu sehen war',
  'CLS max': 'Größtes CLS',
  'Largest layout shift of the pages visited': 'Größte Verschiebung des Layouts auf den besuchten Seiten',
  Flaky: 'Wackelig',
  'Tests that passed only when tried again': 'Tests, die erst beim zweiten Versuch bestanden',
  'Script error': 'Fehler im Skript',
  'Script itself could not be run (1 yes)': 'Das Skript selbst ließ sich nicht ausführen (1 ja)',
  'Time for one step, named after its title': 'Zeit für einen Schritt, benannt nach seinem Titel',
  'Journey failed': 'Ablauf fehlgeschlagen',
}
