/* Blocking and tiny: the stored theme, and that scripts run, before the first paint. */
document.documentElement.dataset.js = "";
try { var theme = localStorage.getItem("skillpack-theme"); if (theme) document.documentElement.dataset.theme = theme } catch (e) {}
