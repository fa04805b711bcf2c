export const sites = {
  'Search engines find new pages late or not at all. Check whether the file is generated, its location, and whether its XML is complete.':
    'Suchmaschinen finden neue Seiten spät oder gar nicht. Prüfe, ob die Datei erzeugt wird, wo sie liegt und ob ' +
    'ihr XML vollständig ist.',
  'The sitemap sends search engines to broken pages. The evidence lists them: fix them, or delete them from the sitemap.':
    'Die Sitemap schickt Suchmaschinen auf defekte Seiten. Der Nachweis zählt sie auf: Repariere sie oder lösche ' +
    'sie aus der Sitemap.',
  'Pages were added or lost. Check what generates the sitemap and the content it reads.':
    'Seiten kamen hinzu oder gingen verloren. Prüfe, was die Sitemap erzeugt und welchen Inhalt es liest.',
  'Browsers request it on every visit and show a blank icon. Check whether the last deployment lost the file.':
    'Browser fragen es bei jedem Besuch an und zeigen ein leeres Symbol. Prüfe, ob die Datei bei der letzten ' +
    'Auslieferung verloren ging.',
  'Browsers will not show it. Check whether the server sends an error page or the wrong content type.':
    'Browser zeigen es nicht. Prüfe, ob der Server eine Fehlerseite oder den falschen Inhaltstyp sendet.',
  'An icon that is nearly empty or very large is rarely intended. Check the file that is served.':
    'Ein fast leeres oder sehr großes Symbol ist selten gewollt. Prüfe die Datei, die ausgeliefert wird.',
  'If you did not change it, the site may have been tampered with or reset to a default. Check the site.':
    'Wenn du es nicht geändert hast, wurde die Website vielleicht manipuliert oder zurückgesetzt. Prüfe die Website.',
  "Visitors reach the origin directly, which is slower and adds load. Check the DNS records and the CDN's settings.":
    'Besucher erreichen den Ursprungsserver direkt, das ist langsamer und belastet ihn. Prüfe die DNS-Einträge ' +
    'und die Einstellungen des CDN.',
  'The traffic takes an unplanned route. Check the DNS records and who changed them last.':
    'Der Verkehr nimmt einen ungeplanten Weg. Prüfe die DNS-Einträge und wer sie zuletzt geändert hat.',
  'Too many requests reach the origin. Check the caching headers, cookies and query strings, and whether the cache was purged.':
    'Zu viele Anfragen erreichen den Ursprungsserver. Prüfe die Header zum Zwischenspeichern, Cookies und ' +
    'Abfragen und ob der Cache geleert wurde.',
  'Visitors download more than necessary. Check whether the server or its proxy still has Brotli enabled for this type of file.':
    'Besucher laden mehr herunter als nötig. Prüfe, ob der Server oder sein Proxy Brotli für diese Art von Datei ' +
    'noch eingeschaltet hat.',
  'The site may have moved to another platform, hide its platform, or show an error page. Check the page.':
    'Die Website läuft vielleicht auf einer anderen Plattform, verbirgt sie oder zeigt eine Fehlerseite. Prüfe ' +
    'die Seite.',
  'If you did not move the site, its name may point elsewhere. Check the page and the DNS records.':
    'Wenn du die Website nicht verlegt hast, zeigt ihr Name vielleicht woandershin. Prüfe die Seite und die ' +
    'DNS-Einträge.',
}
